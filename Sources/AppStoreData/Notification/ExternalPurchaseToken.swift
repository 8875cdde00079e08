/// A token for purchases that are made outside the App Store.
public struct ExternalPurchaseToken: Hashable, Sendable, Codable {
    /// Begins with `SANDBOX` in the sandbox; there is no environment member.
    public var externalPurchaseID: String?
    public var tokenCreationDate: Timestamp?
    public var appAppleID: Int64?
    public var bundleID: String?
    public var tokenType: ExternalPurchaseTokenType?
    public var tokenExpirationDate: Timestamp?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case externalPurchaseID = "externalPurchaseId"
        case tokenCreationDate
        case appAppleID = "appAppleId"
        case bundleID = "bundleId"
        case tokenType
        case tokenExpirationDate
    }
}
