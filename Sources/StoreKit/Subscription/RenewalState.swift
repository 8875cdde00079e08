extension Product.SubscriptionInfo {
    /// Where a subscription is in its life.
    public struct RenewalState: RawRepresentable, Equatable, Hashable {
        /// The number that the App Store Server API gives the state.
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let subscribed = RenewalState(rawValue: 1)
        public static let expired = RenewalState(rawValue: 2)
        /// The renewal could not be charged and the store keeps trying; the customer is not entitled.
        public static let inBillingRetryPeriod = RenewalState(rawValue: 3)
        /// The renewal could not be charged, and the customer stays entitled for some days.
        public static let inGracePeriod = RenewalState(rawValue: 4)
        public static let revoked = RenewalState(rawValue: 5)
    }
}

extension Product.SubscriptionInfo.RenewalState: Sendable {}

extension Product.SubscriptionInfo.RenewalState {
    public var localizedDescription: String {
        switch self {
        case .subscribed: "Subscribed"
        case .expired: "Expired"
        case .inBillingRetryPeriod: "In billing retry period"
        case .inGracePeriod: "In grace period"
        case .revoked: "Revoked"
        default: "State \(rawValue)"
        }
    }
}
