/// Decides whether a customer gets a subscription's introductory offer, in place of the App Store's own judgement: for
/// `Product.PurchaseOption.introductoryOfferEligibility(compactJWS:)`.
public struct IntroductoryOfferEligibilityClaims: ServerRequestClaims {
    public static let audience = "introductory-offer-eligibility"

    /// The subscription.
    public var productID: String
    /// Whether the customer gets the offer.
    public var allowsIntroductoryOffer: Bool
    /// Any transaction of the customer, or their `appTransactionID`.
    public var transactionID: String

    public init(productID: String, allowsIntroductoryOffer: Bool, transactionID: String) {
        self.productID = productID
        self.allowsIntroductoryOffer = allowsIntroductoryOffer
        self.transactionID = transactionID
    }

    private enum CodingKeys: String, CodingKey {
        case productID = "productId"
        case allowsIntroductoryOffer = "allowIntroductoryOffer"
        case transactionID = "transactionId"
    }
}
