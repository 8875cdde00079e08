extension Product.PurchaseOption {
    /// Buys a subscription under one of its ``Product/SubscriptionInfo/pricingTerms``.
    ///
    /// The simulated store bills up front: with another plan the purchase throws ``StoreKitError/unsupported``, and nothing is
    /// bought.
    public static func billingPlanType(_ type: Product.SubscriptionInfo.BillingPlanType) -> Product.PurchaseOption {
        Self(.billingPlanType(type))
    }
}
