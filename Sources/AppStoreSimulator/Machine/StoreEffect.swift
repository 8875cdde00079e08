/// What a store does to the world outside it, in order. Values are as they were at that moment.
public enum StoreEffect: Hashable, Sendable {
    /// Answers the purchase.
    case purchased(TransactionRecord)
    /// Answers the purchase, which waits under this identifier.
    case pending(transactionID: UInt64)
    /// Answers any event: nothing was changed.
    case refused(StoreRefusal)
    /// A transaction came into being or changed. Its account's devices are told, except the one that has it as an answer.
    case transaction(TransactionRecord, exceptDevice: DeviceID?)
    /// A subscription's status changed. Its account's devices are told.
    case subscriptionStatus(SubscriptionRecord)
    /// Every device is told.
    case storefront(StorefrontMessage)
    case purchaseIntent(productID: String, offerID: String?, account: String)
    case message(StoreMessage, account: String)
}

/// What the store has to tell a customer, named as in Apple's `Message.Reason`.
public enum StoreMessage: String, Hashable, Sendable, Codable {
    case generic, priceIncreaseConsent, billingIssue, winBackOffer
}
