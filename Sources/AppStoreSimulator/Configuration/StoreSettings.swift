/// How the store behaves towards everyone: what Xcode's editor and `SKTestSession` can set.
public struct StoreSettings: Hashable, Sendable, Codable {
    /// Purchases wait for an approval.
    public var isAskToBuyEnabled = false
    /// Purchases wait until their issue is resolved.
    public var interruptsPurchases = false
    /// Renewals fail, and the subscription enters billing retry.
    public var entersBillingRetryOnRenewal = false
    /// A subscription whose renewal failed stays an entitlement for a while. Means nothing without
    /// ``entersBillingRetryOnRenewal``.
    public var isBillingGracePeriodEnabled = false
    public var disablesDialogs = false
    public var failsTransactions = false
    /// The calls that a file arms with a simulated error, named as in `_storeKitErrors`, such as `Load Products`.
    public var failingCalls: Set<String> = []
    public var timeRate = TimeRate.realTime
    public var storefront = StorefrontMessage.unitedStates
    /// The language and region that names are shown in, such as `en_US`.
    public var localeIdentifier = "en_US"

    public init() {}
}
