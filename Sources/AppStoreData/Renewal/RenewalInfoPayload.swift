/// What the App Store signs of a subscription's next renewal, as `JWSRenewalInfoDecodedPayload`.
///
/// It names no app: only together with the transaction it belongs to is it known whose it is.
public struct RenewalInfoPayload: AppStorePayload {
    /// The subscription that this is about.
    public var originalTransactionID: String?
    /// The product of the next period.
    public var autoRenewProductID: String?
    /// The product of the current period.
    public var productID: String?
    public var autoRenewStatus: AutoRenewStatus?
    /// Only when the subscription has expired.
    public var expirationIntent: ExpirationIntent?
    public var isInBillingRetryPeriod: Bool?
    public var gracePeriodExpiresDate: Timestamp?
    public var priceIncreaseStatus: PriceIncreaseStatus?
    /// Of the next period, like the other offer members.
    public var offerType: OfferType?
    public var offerIdentifier: String?
    public var offerDiscountType: OfferDiscountType?
    /// ISO 8601 duration, such as `P1M`.
    public var offerPeriod: String?
    /// When this payload was signed.
    public var signedDate: Timestamp?
    public var environment: AppStoreEnvironment?
    /// When the current run of periods began; gaps of up to 60 days do not end a run.
    public var recentSubscriptionStartDate: Timestamp?
    /// The end of the current period; in billing retry, the next attempt.
    public var renewalDate: Timestamp?
    /// ISO 4217.
    public var currency: String?
    /// Of the next period, in thousandths of the currency's unit.
    public var renewalPrice: Int64?
    /// Best first.
    public var eligibleWinBackOfferIDs: [String]?
    public var appAccountToken: AppAccountToken?
    public var appTransactionID: String?
    public var advancedCommerceInfo: AdvancedCommerceRenewalInfo?
    public var renewalBillingPlanType: BillingPlanType?
    public var commitmentInfo: RenewalCommitmentInfo?
    /// Base64 of the SHA-384 that ties the payload to one device. Only in what a device receives.
    public var deviceVerification: String?
    /// The UUID that `deviceVerification` was computed with.
    public var deviceVerificationNonce: String?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case originalTransactionID = "originalTransactionId"
        case autoRenewProductID = "autoRenewProductId"
        case productID = "productId"
        case autoRenewStatus
        case expirationIntent
        case isInBillingRetryPeriod
        case gracePeriodExpiresDate
        case priceIncreaseStatus
        case offerType
        case offerIdentifier
        case offerDiscountType
        case offerPeriod
        case signedDate
        case environment
        case recentSubscriptionStartDate
        case renewalDate
        case currency
        case renewalPrice
        case eligibleWinBackOfferIDs = "eligibleWinBackOfferIds"
        case appAccountToken
        case appTransactionID = "appTransactionId"
        case advancedCommerceInfo
        case renewalBillingPlanType
        case commitmentInfo
        case deviceVerification
        case deviceVerificationNonce
    }
}
