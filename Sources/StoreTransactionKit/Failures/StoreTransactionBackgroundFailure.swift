/// One thing that went wrong, told once to `reportFailure`. Whoever waits for the outcome is thrown
/// ``underlyingError`` as well.
public struct StoreTransactionBackgroundFailure: Error, Sendable, Identifiable {
    /// What the store was doing.
    public enum Source: Sendable, Hashable {
        /// A transaction that arrived through `Transaction.updates`.
        case updates
        /// A transaction found in `Transaction.unfinished`.
        case unfinished
        /// Reading the state behind the entitlements.
        case entitlementRefresh
        /// A current entitlement that StoreKit could not verify. It is not shown.
        case currentEntitlementVerification
        /// A call whose caller was waiting, and has been thrown the error too.
        case directOperation(StoreTransactionOperation)
        /// A call that nobody was waiting for any more: every caller had been cancelled.
        case abandonedDirectOperation(StoreTransactionOperation)
    }

    /// Counts the failures of one store from 1.
    public let id: Int
    public let source: Source
    /// Nil when no verified transaction is concerned.
    public let transactionID: UInt64?
    /// Nil when no verified transaction is concerned.
    public let productID: String?
    /// What the handler or StoreKit threw.
    public let underlyingError: any Error
}
