import StoreKit

/// What StoreKit hands over, read once: the verified transaction, or why it is not.
enum Delivery: Sendable {
    case verified(VerifiedTransaction)
    case unverified(Revision, StoreTransactionVerificationError)

    init(_ result: VerificationResult<Transaction>) {
        switch result {
        case .verified(let transaction):
            let snapshot = StoreTransactionSnapshot(transaction, jwsRepresentation: result.jwsRepresentation)
            self = .verified(VerifiedTransaction(transaction: transaction, snapshot: snapshot))
        case .unverified(let transaction, let error):
            let key = TransactionKey(environment: transaction.environment.rawValue, id: transaction.id)
            self = .unverified(
                Revision(transaction: key, payload: transaction.jsonRepresentation),
                StoreTransactionVerificationError(underlyingError: error)
            )
        }
    }
}

/// A transaction that can be finished, and what the app sees of it.
struct VerifiedTransaction: Sendable {
    let transaction: Transaction
    let snapshot: StoreTransactionSnapshot
}
