/// The state of an auto-renewable subscription, numbered as in the App Store Server API.
public struct SubscriptionStatus: RawRepresentable, Hashable, Sendable, Codable {
    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let active = SubscriptionStatus(rawValue: 1)
    public static let expired = SubscriptionStatus(rawValue: 2)
    public static let inBillingRetryPeriod = SubscriptionStatus(rawValue: 3)
    public static let inBillingGracePeriod = SubscriptionStatus(rawValue: 4)
    public static let revoked = SubscriptionStatus(rawValue: 5)
}
