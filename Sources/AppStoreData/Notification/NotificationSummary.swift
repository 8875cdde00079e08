/// The outcome of extending the renewal date of all subscribers of a product.
public struct NotificationSummary: Hashable, Sendable, Codable {
    /// The UUID that the request was made with.
    public var requestIdentifier: String?
    public var environment: AppStoreEnvironment?
    public var appAppleID: Int64?
    public var bundleID: String?
    public var productID: String?
    /// ISO 3166-1 alpha-3.
    public var storefrontCountryCodes: [String]?
    public var succeededCount: Int64?
    public var failedCount: Int64?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case requestIdentifier
        case environment
        case appAppleID = "appAppleId"
        case bundleID = "bundleId"
        case productID = "productId"
        case storefrontCountryCodes
        case succeededCount
        case failedCount
    }
}
