/// What became of a purchase that was handed to ``TransactionStore/process(_:)``.
public enum StorePurchaseOutcome: Sendable, Hashable {
    /// The transaction was handled, finished and is part of the published state.
    case completed(StoreTransactionSnapshot)
    /// The purchase waits for an approval or for the customer; if it comes, it comes through the handler.
    case pending
    /// The customer changed their mind. Not an error.
    case userCancelled
}
