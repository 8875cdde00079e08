/// The app, and the transaction and renewal info that a notification is about.
///
/// The two are signed by themselves; being inside a signed notification does not vouch for them.
public struct NotificationData: Hashable, Sendable, Codable {
    /// Absent in the sandbox.
    public var appAppleID: Int64?
    public var bundleID: String?
    public var bundleVersion: String?
    public var environment: AppStoreEnvironment?
    /// A compact JWS.
    public var signedTransactionInfo: String?
    /// A compact JWS. Auto-renewable subscriptions only.
    public var signedRenewalInfo: String?
    /// Of the auto-renewable subscription at the notification's signed date.
    public var status: SubscriptionStatus?
    public var consumptionRequestReason: ConsumptionRequestReason?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case appAppleID = "appAppleId"
        case bundleID = "bundleId"
        case bundleVersion
        case environment
        case signedTransactionInfo
        case signedRenewalInfo
        case status
        case consumptionRequestReason
    }
}
