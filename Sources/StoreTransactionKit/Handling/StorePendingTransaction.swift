public import Foundation

/// A transaction that the handler has not managed to handle yet.
public struct StorePendingTransaction: Sendable, Identifiable {
    public let transaction: StoreTransactionSnapshot
    /// What the handler threw last.
    public let error: any Error
    /// How often the handler was called for it.
    public let attempts: Int
    /// When the store tries again by itself. Nil if it does not, or if the handler has it.
    public let nextAttempt: Date?
    /// Whether it is a current entitlement that is not shown for this reason.
    public let isWithheld: Bool

    public var id: UInt64 { transaction.id }
}
