public import AppStoreData
public import Foundation

/// A product as the store offers it to one device: in the storefront's currency and the device's language.
public struct StoreProduct: Hashable, Sendable, Codable {
    public var id: String
    public var type: ProductType
    public var displayName: String
    public var description: String
    /// In the storefront's currency.
    public var price: Decimal
    /// ISO 4217.
    public var currencyCode: String
    /// The language and region that names and prices are written in, such as `en_US`.
    public var localeIdentifier: String
    public var isFamilyShareable: Bool
    /// The identifier of the product's record in the configuration file.
    public var internalID: String
    public var subscription: Subscription?

    public struct Subscription: Hashable, Sendable, Codable {
        public var groupID: String
        public var groupDisplayName: String
        /// 1 is the highest level of service.
        public var groupLevel: Int
        public var period: SubscriptionPeriod
        public var introductoryOffers: [Offer]
        public var promotionalOffers: [Offer]
        public var winBackOffers: [Offer]
        public var billingPlans: [BillingPlan]
    }

    public struct Offer: Hashable, Sendable, Codable {
        /// Nil for an introductory offer.
        public var id: String?
        public var kind: OfferType
        public var paymentMode: OfferDiscountType
        /// In the storefront's currency; 0 for a free trial.
        public var price: Decimal
        /// The length of one of the offer's periods.
        public var period: SubscriptionPeriod
        /// How many periods the offer lasts; more than 1 only when paying as you go.
        public var periodCount: Int
    }

    public struct BillingPlan: Hashable, Sendable, Codable {
        public var type: BillingPlanType
        /// For one billing period.
        public var price: Decimal
        /// For the whole commitment.
        public var commitmentPrice: Decimal?
        public var internalID: String
    }
}
