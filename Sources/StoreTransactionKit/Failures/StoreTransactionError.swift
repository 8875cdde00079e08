public import Foundation

/// What ``TransactionStore`` refuses or gives up.
public enum StoreTransactionError: Error, Sendable, Hashable {
    /// ``TransactionStore/close()`` has been called and the store is completing what it had accepted.
    case closing
    /// The store is closed. Its last state stays readable.
    case closed
    /// StoreKit returned a purchase result that this version does not know.
    case unknownPurchaseResult
    /// The call came from within the store's own `handleTransaction` or `reportFailure`, which would wait for itself.
    case reentrantOperation(operation: StoreTransactionOperation)
    /// The handler did not return in time. It was cancelled; should it return after all, that counts.
    case handlerDeadlinePassed
}

extension StoreTransactionError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .closing:
            "The transaction store is closing and accepts no further calls."
        case .closed:
            "The transaction store is closed and accepts no further calls."
        case .unknownPurchaseResult:
            "StoreKit returned a purchase result that is not known; update StoreTransactionKit."
        case .reentrantOperation(let operation):
            "The transaction store was called (\(operation)) from its own handleTransaction or reportFailure; "
                + "call it after the callback has returned."
        case .handlerDeadlinePassed:
            "handleTransaction did not return in time; the transaction stays unfinished until it does."
        }
    }
}
