extension Product {
    /// Why the store refused a purchase as it was asked for.
    @nonexhaustive
    public enum PurchaseError: Error {
        /// Below 1, above 10, or more than 1 of what cannot be bought more than once.
        case invalidQuantity
        case productUnavailable
        case purchaseNotAllowed
        case ineligibleForOffer
        case invalidOfferIdentifier
        case invalidOfferPrice
        case invalidOfferSignature
        case missingOfferParameters
    }
}

extension Product.PurchaseError: Equatable {}
extension Product.PurchaseError: Hashable {}

extension Product.PurchaseError: LocalizedError {
    public var errorDescription: String? {
        "The purchase could not be completed."
    }

    public var failureReason: String? {
        switch self {
        case .invalidQuantity: "The quantity is not allowed for this product."
        case .productUnavailable: "The product is not available."
        case .purchaseNotAllowed: "The customer may not make purchases."
        case .ineligibleForOffer: "The customer is not eligible for the offer."
        case .invalidOfferIdentifier: "The product has no offer with this identifier."
        case .invalidOfferPrice: "The offer's price is not valid any more."
        case .invalidOfferSignature: "The offer's signature is not valid."
        case .missingOfferParameters: "The offer lacks parameters."
        }
    }

    public var recoverySuggestion: String? {
        nil
    }
}
