public import AppStoreData

/// One movement of a consumable's balance. Entries are only ever added.
public struct LedgerEntry: Hashable, Sendable {
    /// The place in the order of recording over all products.
    public var sequence: Int64
    public var environment: AppStoreEnvironment
    public var productID: String
    /// What was added; negative for a debit. Zero for a refund after everything was spent, if the policy says so, and for
    /// what was learned of only after a later version had settled the balance.
    public var amount: Int64
    /// The product's balance after this entry.
    public var balance: Int64
    public var cause: Cause
    public var recordedAt: Timestamp

    public enum Cause: Hashable, Sendable {
        case event(sequence: Int64)
        case spend(id: String)
    }
}
