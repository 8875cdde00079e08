/// The app that a notification about the app itself is for.
public struct NotificationAppData: Hashable, Sendable, Codable {
    public var appAppleID: Int64?
    public var bundleID: String?
    public var environment: AppStoreEnvironment?
    /// A compact JWS.
    public var signedAppTransactionInfo: String?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case appAppleID = "appAppleId"
        case bundleID = "bundleId"
        case environment
        case signedAppTransactionInfo
    }
}
