extension Product.SubscriptionInfo.RenewalInfo {
    /// Why a subscription expired.
    public struct ExpirationReason: RawRepresentable, Equatable, Hashable {
        /// The number in a signed renewal info.
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let autoRenewDisabled = ExpirationReason(rawValue: 1)
        public static let billingError = ExpirationReason(rawValue: 2)
        public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)
        public static let productUnavailable = ExpirationReason(rawValue: 4)
        public static let unknown = ExpirationReason(rawValue: 5)
    }
}

extension Product.SubscriptionInfo.RenewalInfo.ExpirationReason: Sendable {}

extension Product.SubscriptionInfo.RenewalInfo.ExpirationReason {
    public var localizedDescription: String {
        switch self {
        case .autoRenewDisabled: "Automatic renewal was turned off"
        case .billingError: "The renewal could not be charged"
        case .didNotConsentToPriceIncrease: "The price increase was not agreed to"
        case .productUnavailable: "The product is no longer available"
        case .unknown: "Unknown"
        default: "Reason \(rawValue)"
        }
    }
}
