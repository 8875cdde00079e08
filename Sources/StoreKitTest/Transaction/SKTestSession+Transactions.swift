internal import AppStoreData
internal import AppStoreSimulator
internal import Foundation
internal import StoreKit

extension SKTestSession {
    /// Every transaction of the customer, finished ones too, and the purchases that wait; in the order of their
    /// identifiers.
    public func allTransactions() -> [SKTestTransaction] {
        let records = (try? store.transactions()) ?? []
        let pending = (try? store.pendingPurchases()) ?? []
        return (records.map(testTransaction) + pending.map(SKTestTransaction.init)).sorted {
            $0.identifier < $1.identifier
        }
    }

    private func testTransaction(_ record: TransactionRecord) -> SKTestTransaction {
        let subscription =
            record.type == .autoRenewable ? try? store.subscription(ofTransaction: record.id) : nil
        let renewal = subscription.flatMap { $0.transaction.id == record.id ? $0.renewalInfo : nil }
        return SKTestTransaction(
            identifier: record.id, originalIdentifier: record.originalID, productIdentifier: record.productID,
            state: .purchased, purchaseDate: record.purchaseDate.date, cancelDate: record.revocation?.date.date,
            expirationDate: record.expirationDate?.date, autoRenewingEnabled: renewal?.autoRenewStatus == .on,
            hasPurchaseIssue: renewal?.isInBillingRetryPeriod ?? false,
            isPendingPriceIncreaseConsent: renewal?.priceIncreaseStatus == .pending)
    }

    /// Deletes every transaction and every purchase that waits, as if nothing had been bought. No listener is told.
    public func clearTransactions() {
        try? store.clearTransactions()
        for device in allDevices { device.forgetWaitingChanges() }
    }

    /// Deletes a transaction or a purchase that waits, as if it had never been. No listener is told.
    ///
    /// - Throws: ``SKTestError/noTransactionFound``.
    public func deleteTransaction(identifier: UInt) throws {
        try act { try store.delete(transactionID: UInt64(identifier)) }
        for device in allDevices { device.forgetWaitingChanges(ofTransaction: UInt64(identifier)) }
    }

    /// Refunds a transaction. It comes through `Transaction.updates` with its revocation date.
    ///
    /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/invalidAction`` if it was refunded already.
    public func refundTransaction(identifier: UInt) throws {
        try act { try store.refund(transactionID: UInt64(identifier)) }
    }

    /// Completes an interrupted purchase, or pays a subscription whose renewal failed, which then renews.
    ///
    /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/invalidAction`` if there is no issue.
    public func resolveIssueForTransaction(identifier: UInt) throws {
        try act { try store.resolveIssue(transactionID: UInt64(identifier)) }
    }

    /// The parent approves: the purchase is made and comes through `Transaction.updates`.
    ///
    /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/invalidAction`` if it does not wait for an approval.
    public func approveAskToBuyTransaction(identifier: UInt) throws {
        try act { try store.approve(transactionID: UInt64(identifier)) }
    }

    /// The parent declines: the purchase is off, and the app is not told; but see
    /// `StoreKitBehaviour.deliversDeclinedRequests`.
    ///
    /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/invalidAction`` if it does not wait for an approval.
    public func declineAskToBuyTransaction(identifier: UInt) throws {
        if behaviour.contains(.deliversDeclinedRequests) {
            return try approveAskToBuyTransaction(identifier: identifier)
        }
        try act { try store.decline(transactionID: UInt64(identifier)) }
    }

    /// Turns automatic renewal off: the subscription ends with its period.
    ///
    /// - Parameter identifier: of any transaction of the subscription.
    /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/invalidAction`` if it is no running subscription.
    public func disableAutoRenewForTransaction(identifier: UInt) throws {
        try act { try store.setAutoRenew(false, transactionID: UInt64(identifier)) }
    }

    /// Turns automatic renewal on again.
    ///
    /// - Parameter identifier: of any transaction of the subscription.
    /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/invalidAction`` if it is no running subscription.
    public func enableAutoRenewForTransaction(identifier: UInt) throws {
        try act { try store.setAutoRenew(true, transactionID: UInt64(identifier)) }
    }

    /// Asks the customer to agree to a price increase; without an answer the subscription ends with its period.
    ///
    /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/invalidAction`` if it is no running subscription.
    public func requestPriceIncreaseConsentForTransaction(identifier: UInt) throws {
        try act { try store.requestPriceIncreaseConsent(transactionID: UInt64(identifier)) }
    }

    /// The customer agrees to the price increase.
    ///
    /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/invalidAction`` if nobody asked.
    public func consentToPriceIncreaseForTransaction(identifier: UInt) throws {
        try act { try store.consentToPriceIncrease(transactionID: UInt64(identifier)) }
    }

    /// The customer declines the price increase: automatic renewal is off.
    ///
    /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/invalidAction`` if nobody asked.
    public func declinePriceIncreaseForTransaction(identifier: UInt) throws {
        try act { try store.declinePriceIncrease(transactionID: UInt64(identifier)) }
    }

    /// Ends the running period of a subscription now.
    ///
    /// - Throws: ``SKTestError/invalidProductIdentifier``, ``SKTestError/invalidProductType``,
    ///   ``SKTestError/noSubscriptionFound``.
    public func expireSubscription(productIdentifier: String) throws {
        try requireSubscription(productIdentifier)
        try act { try store.expireSubscription(productID: productIdentifier) }
    }

    /// Renews a subscription now.
    ///
    /// - Throws: ``SKTestError/invalidProductIdentifier``, ``SKTestError/invalidProductType``,
    ///   ``SKTestError/noSubscriptionFound``.
    public func forceRenewalOfSubscription(productIdentifier: String) throws {
        try requireSubscription(productIdentifier)
        try act { try store.renewSubscription(productID: productIdentifier) }
    }

    func act(_ action: () throws -> Void) throws {
        do {
            try action()
        } catch let refusal as StoreRefusal {
            throw SKTestError(refusal)
        }
    }

    private func requireSubscription(_ productID: String) throws {
        guard let product = try store.configuration.products.first(where: { $0.id == productID }) else {
            throw SKTestError(.noSuchProduct(productID))
        }
        guard product.type == .autoRenewable else {
            throw SKTestError(.invalidProductType, "\(productID) is no auto-renewable subscription.")
        }
    }
}

extension SKTestTransaction {
    convenience init(_ pending: PendingPurchase) {
        self.init(
            identifier: pending.id, originalIdentifier: pending.id, productIdentifier: pending.request.productID,
            state: pending.reason == .askToBuy ? .deferred : .purchasing, purchaseDate: pending.date.date,
            hasPurchaseIssue: pending.reason == .interrupted, pendingAskToBuyConfirmation: pending.reason == .askToBuy)
    }
}
