/// The verified transactions that entitle the customer, as of one query.
///
/// Ordered by product identifier, then purchase date, then transaction identifier, all ascending.
/// An empty list means that StoreKit was asked and there is none.
public struct StoreEntitlements: Sendable, Equatable {
    /// Includes subscriptions that an upgrade has superseded, until the period they were bought for ends.
    public let transactions: [StoreTransactionSnapshot]
}
