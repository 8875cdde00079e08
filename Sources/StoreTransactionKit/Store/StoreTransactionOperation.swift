/// A call of ``TransactionStore``, as errors and failures name it.
public enum StoreTransactionOperation: Sendable, Hashable {
    /// ``TransactionStore/process(_:)``
    case processPurchase
    /// ``TransactionStore/refreshEntitlements()``
    case currentEntitlements
    /// ``TransactionStore/history(for:)``
    case history
    /// ``TransactionStore/restorePurchases()``
    case restorePurchases
    /// ``TransactionStore/close()``
    case close
}
