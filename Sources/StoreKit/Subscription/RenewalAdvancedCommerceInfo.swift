extension Product.SubscriptionInfo.RenewalInfo {
    /// What the Advanced Commerce API will charge for the next period.
    public struct AdvancedCommerceInfo: Equatable, Hashable, Sendable {
        public struct Item: Equatable, Hashable, Sendable {
            public typealias Details = Transaction.AdvancedCommerceInfo.Item.Details

            public let details: Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item.Details
            /// Nil if the price stays.
            public let priceIncreaseInfo:
                Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item.PriceIncreaseInfo?
        }

        public let consistencyToken: String
        public let requestReferenceID: String
        public let taxCode: String
        public let description: String
        public let displayName: String
        public let period: SubscriptionPeriod
        public let items: [Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item]
    }
}
