package import AppStoreSimulator

extension StoreKitError {
    init(_ error: AppStoreConnectionError) {
        switch error {
        case .network(let code): self = .networkError(URLError(URLError.Code(rawValue: code) ?? .unknown))
        default: self = .unknown
        }
    }
}

extension Product.PurchaseError {
    /// Nil for what is no fault of the purchase.
    package init?(_ error: AppStoreConnectionError) {
        switch error {
        case .invalidQuantity: self = .invalidQuantity
        case .productUnavailable: self = .productUnavailable
        case .purchaseNotAllowed: self = .purchaseNotAllowed
        case .ineligibleForOffer: self = .ineligibleForOffer
        case .invalidOfferIdentifier: self = .invalidOfferIdentifier
        case .invalidOfferPrice: self = .invalidOfferPrice
        case .invalidOfferSignature: self = .invalidOfferSignature
        case .missingOfferParameters: self = .missingOfferParameters
        case .noSuchTransaction, .network, .unknown: return nil
        }
    }
}
