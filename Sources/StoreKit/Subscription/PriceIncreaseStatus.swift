extension Product.SubscriptionInfo.RenewalInfo {
    /// Whether the customer has been asked about a higher price, and has agreed.
    public enum PriceIncreaseStatus: Equatable, Hashable {
        case noIncreasePending
        /// Asked and not answered: without an answer the subscription ends with its period.
        case pending
        case agreed
    }
}

extension Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus: Sendable {}
extension Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus: BitwiseCopyable {}

extension Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus {
    public var localizedDescription: String {
        switch self {
        case .noIncreasePending: "No price increase pending"
        case .pending: "Price increase pending"
        case .agreed: "Price increase agreed to"
        }
    }
}
