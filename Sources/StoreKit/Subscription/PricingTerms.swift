internal import AppStoreSimulator

extension Product.SubscriptionInfo {
    /// How a subscription is billed.
    public struct BillingPlanType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The plan as a signed transaction spells it.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Billed each month of a longer commitment.
        public static let monthly = BillingPlanType(rawValue: "MONTHLY")
        public static let upFront = BillingPlanType(rawValue: "BILLED_UPFRONT")
    }

    /// One way of paying for a subscription.
    public struct PricingTerms: Equatable, Hashable, Sendable {
        public let billingPlanType: Product.SubscriptionInfo.BillingPlanType
        /// For one ``billingPeriod``.
        public let billingPrice: Decimal
        public let billingDisplayPrice: String
        public let billingPeriod: Product.SubscriptionInfo.BillingPeriod
        public let commitmentInfo: Product.SubscriptionInfo.CommitmentInfo
        public let subscriptionOffers: [Product.SubscriptionOffer]

        public subscript(offers type: Product.SubscriptionOffer.OfferType) -> [Product.SubscriptionOffer] {
            subscriptionOffers.filter { $0.type == type }
        }
    }

    /// What a customer commits to under one way of paying.
    public struct CommitmentInfo: Equatable, Hashable, Sendable {
        /// For the whole commitment.
        public let price: Decimal
        public let displayPrice: String
        public let period: SubscriptionPeriod
    }
}
