extension Product.PurchaseOption {
    /// Buys a subscription under one of its ``Product/SubscriptionInfo/pricingTerms``.
    public static func billingPlanType(_ type: Product.SubscriptionInfo.BillingPlanType) -> Product.PurchaseOption {
        Self(.billingPlanType(type))
    }
}
