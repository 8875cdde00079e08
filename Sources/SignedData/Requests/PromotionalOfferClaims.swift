/// Asks that a customer be given a promotional offer: for
/// `Product.PurchaseOption.promotionalOffer(_:compactJWS:)`.
public struct PromotionalOfferClaims: ServerRequestClaims {
    public static let audience = "promotional-offer"

    /// The subscription.
    public var productID: String
    /// The offer's identifier in App Store Connect.
    public var offerID: String
    /// Any transaction of the customer, or their `appTransactionID`: binds the offer to them. Recommended by Apple.
    public var transactionID: String?

    public init(productID: String, offerID: String, transactionID: String? = nil) {
        self.productID = productID
        self.offerID = offerID
        self.transactionID = transactionID
    }

    private enum CodingKeys: String, CodingKey {
        case productID = "productId"
        case offerID = "offerIdentifier"
        case transactionID = "transactionId"
    }
}
