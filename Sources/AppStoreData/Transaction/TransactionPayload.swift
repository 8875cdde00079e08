/// What the App Store signs of one transaction, as `JWSTransactionDecodedPayload`.
///
/// Every member may be absent on the wire. A payload says nothing of who signed it.
public struct TransactionPayload: AppStorePayload {
    /// Unique in its environment. Opaque: digits today.
    public var transactionID: String?
    /// The first transaction of the subscription, or of the purchase that was restored; equal to `transactionID` there.
    public var originalTransactionID: String?
    /// Unique for each paid period of a subscription.
    public var webOrderLineItemID: String?
    public var bundleID: String?
    public var productID: String?
    /// Auto-renewable subscriptions only.
    public var subscriptionGroupIdentifier: String?
    public var purchaseDate: Timestamp?
    public var originalPurchaseDate: Timestamp?
    /// When the subscription's period ends. An extension moves it without changing `transactionID`.
    public var expiresDate: Timestamp?
    public var quantity: Int?
    public var type: ProductType?
    /// What the app gave when buying. Absent for family members.
    public var appAccountToken: AppAccountToken?
    public var inAppOwnershipType: OwnershipType?
    /// When this payload was signed: of two payloads of one transaction the later signed is the newer.
    public var signedDate: Timestamp?
    /// When the purchase was refunded or its family sharing ended.
    public var revocationDate: Timestamp?
    public var revocationReason: RevocationReason?
    public var revocationType: RevocationType?
    /// How much was refunded, in thousandths of a percent: 100000 is everything.
    public var revocationPercentage: Int?
    /// True when an upgrade replaced the subscription; absent or false otherwise.
    public var isUpgraded: Bool?
    public var offerType: OfferType?
    public var offerIdentifier: String?
    public var offerDiscountType: OfferDiscountType?
    /// ISO 8601 duration, such as `P1M`.
    public var offerPeriod: String?
    public var environment: AppStoreEnvironment?
    /// ISO 3166-1 alpha-3, such as `USA`.
    public var storefront: String?
    /// Apple's number of the storefront, such as `143441`.
    public var storefrontID: String?
    public var transactionReason: TransactionReason?
    /// ISO 4217.
    public var currency: String?
    /// The configured price in thousandths of the currency's unit: 9990 is 9.99. Not what was paid after a proration.
    public var price: Int64?
    /// The same for every transaction of one Apple account in one app; each family member has one.
    public var appTransactionID: String?
    public var advancedCommerceInfo: AdvancedCommerceTransactionInfo?
    public var billingPlanType: BillingPlanType?
    public var commitmentInfo: TransactionCommitmentInfo?
    /// Base64 of the SHA-384 that ties the payload to one device. Only in what a device receives.
    public var deviceVerification: String?
    /// The UUID that `deviceVerification` was computed with.
    public var deviceVerificationNonce: String?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case transactionID = "transactionId"
        case originalTransactionID = "originalTransactionId"
        case webOrderLineItemID = "webOrderLineItemId"
        case bundleID = "bundleId"
        case productID = "productId"
        case subscriptionGroupIdentifier
        case purchaseDate
        case originalPurchaseDate
        case expiresDate
        case quantity
        case type
        case appAccountToken
        case inAppOwnershipType
        case signedDate
        case revocationDate
        case revocationReason
        case revocationType
        case revocationPercentage
        case isUpgraded
        case offerType
        case offerIdentifier
        case offerDiscountType
        case offerPeriod
        case environment
        case storefront
        case storefrontID = "storefrontId"
        case transactionReason
        case currency
        case price
        case appTransactionID = "appTransactionId"
        case advancedCommerceInfo
        case billingPlanType
        case commitmentInfo
        case deviceVerification
        case deviceVerificationNonce
    }
}
