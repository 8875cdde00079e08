public import AppStoreData
public import Foundation

/// What Xcode's transaction manager and `SKTestSession` do to a store.
///
/// Each call is over when it returns: every later question sees the change, and the devices have been told. Each throws
/// ``StoreRefusal`` if the store did not do it, and then nothing has changed.
extension SimulatedAppStore {
    // MARK: What there is

    /// Every transaction of the account, finished consumables too, in the order of their identifiers. Purchases that
    /// wait are not among them.
    public func transactions(account: String = defaultAccount) throws(StoreRefusal) -> [TransactionRecord] {
        try read { $0.allTransactions(account: account) }
    }

    /// The account's purchases that wait for an approval or for an issue to be resolved, oldest first.
    public func pendingPurchases(account: String = defaultAccount) throws(StoreRefusal) -> [PendingPurchase] {
        try read { $0.pendingPurchases.filter { $0.device.account == account } }
    }

    /// The subscription that the transaction is a period of; nil if it is none.
    public func subscription(ofTransaction id: UInt64) throws(StoreRefusal) -> SubscriptionRecord? {
        try read { $0.subscription(ofTransaction: id) }
    }

    public var configuration: StoreConfiguration {
        get throws(StoreRefusal) {
            try read(\.configuration)
        }
    }

    // MARK: Settings

    public var settings: StoreSettings {
        get throws(StoreRefusal) {
            try read(\.settings)
        }
    }

    /// Changes settings. Those of a subscription's length and of its failures count from its next renewal on.
    ///
    /// `change` must not call the store.
    public func updateSettings(_ change: (inout StoreSettings) -> Void) throws(StoreRefusal) {
        try perform { machine in
            var settings = machine.settings
            change(&settings)
            return .changeSettings(settings)
        }
    }

    // MARK: Purchases

    /// The purchase that waits for an approval goes through. It arrives at the account's devices as a transaction.
    public func approve(transactionID: UInt64) throws(StoreRefusal) {
        try perform(.approve(transactionID: transactionID))
    }

    /// The purchase that waits for an approval is off. No device is told.
    public func decline(transactionID: UInt64) throws(StoreRefusal) {
        try perform(.decline(transactionID: transactionID))
    }

    /// An interrupted purchase goes through, or a subscription whose renewal failed is paid and renews.
    ///
    /// Of a subscription any transaction will do.
    public func resolveIssue(transactionID: UInt64) throws(StoreRefusal) {
        try perform(.resolveIssue(transactionID: transactionID))
    }

    /// The customer chose a purchase in the App Store that the app is to complete.
    public func promote(
        productID: String, offerID: String? = nil, account: String = defaultAccount
    ) throws(StoreRefusal) {
        try perform(.promote(productID: productID, offerID: offerID, account: account))
    }

    /// Refunds a transaction, of whatever type and however old. The running period of a subscription ends by it.
    public func refund(transactionID: UInt64, reason: RevocationReason = .other) throws(StoreRefusal) {
        try perform(.refund(transactionID: transactionID, reason: reason))
    }

    public func reverseRefund(transactionID: UInt64) throws(StoreRefusal) {
        try perform(.reverseRefund(transactionID: transactionID))
    }

    // MARK: Subscriptions

    /// Ends the running period now.
    public func expireSubscription(
        productID: String, account: String = defaultAccount
    ) throws(StoreRefusal) {
        try perform(.expire(productID: productID, account: account))
    }

    /// Attempts the renewal now. If renewals fail, the running period ends now and billing retry begins.
    public func renewSubscription(
        productID: String, account: String = defaultAccount
    ) throws(StoreRefusal) {
        try perform(.renew(productID: productID, account: account))
    }

    /// Turns the renewal of the subscription on or off that the transaction is any period of.
    public func setAutoRenew(_ isOn: Bool, transactionID: UInt64) throws(StoreRefusal) {
        try perform(.setAutoRenew(isOn, transactionID: transactionID))
    }

    /// Asks the customer to agree to a price, which is the present one when nil. Without an answer the subscription
    /// ends with its period.
    public func requestPriceIncreaseConsent(transactionID: UInt64, price: Decimal? = nil) throws(StoreRefusal) {
        try perform(.requestPriceIncrease(transactionID: transactionID, price: price))
    }

    public func consentToPriceIncrease(transactionID: UInt64) throws(StoreRefusal) {
        try perform(.consentToPriceIncrease(transactionID: transactionID))
    }

    /// The subscription ends with its period.
    public func declinePriceIncrease(transactionID: UInt64) throws(StoreRefusal) {
        try perform(.declinePriceIncrease(transactionID: transactionID))
    }

    // MARK: Families

    /// From now on the account shares what can be shared with the family's others, and they with it.
    public func join(family: String, account: String = defaultAccount) throws(StoreRefusal) {
        try perform(.joinFamily(family, account: account))
    }

    /// What the account had from its family is revoked, and what the family had from it.
    public func leaveFamily(account: String = defaultAccount) throws(StoreRefusal) {
        try perform(.leaveFamily(account: account))
    }

    // MARK: Deletion

    /// Deletes a transaction or a purchase that waits, as if it had never been. No device is told.
    public func delete(transactionID: UInt64) throws(StoreRefusal) {
        try perform(.delete(transactionID: transactionID))
    }

    /// Deletes every transaction, subscription and waiting purchase of every account. Identifiers go on counting.
    public func clearTransactions() throws(StoreRefusal) {
        try perform(.clear)
    }
}
