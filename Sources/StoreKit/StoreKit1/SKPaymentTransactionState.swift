/// The state of a StoreKit 1 payment, in which `SKTestTransaction` tells how far a purchase is.
@nonexhaustive
public enum SKPaymentTransactionState: Int, Sendable {
    case purchasing = 0
    case purchased = 1
    case failed = 2
    case restored = 3
    /// Waits for an approval.
    case deferred = 4
}
