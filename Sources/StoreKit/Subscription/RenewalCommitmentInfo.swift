extension Product.SubscriptionInfo.RenewalInfo {
    /// What follows when a commitment that is billed in parts ends.
    public struct CommitmentInfo: Equatable, Hashable, Sendable {
        public let autoRenewPreference: String
        public let willAutoRenew: Bool
        public let renewalDate: Date
        public let renewalPrice: Decimal
        public let renewalBillingPlanType: SubscriptionInfo.BillingPlanType
    }
}
