import AppStoreData

/// How a consumable's balance moves. Runs inside one database transaction.
extension Database {
    func balance(of productID: String, in environment: AppStoreEnvironment) throws(LedgerError) -> Int64 {
        try firstRow(
            "SELECT balance FROM entry WHERE environment = ? AND product_id = ? ORDER BY sequence DESC LIMIT 1",
            [.text(environment.rawValue), .text(productID)]
        ) { $0.integer(0) } ?? 0
    }

    /// Enters what a new event means for a consumable's balance.
    func count(
        _ event: LedgerEvent, of transaction: LedgerTransaction, refunds: RefundPolicy
    ) throws(LedgerError) {
        guard transaction.productType == .consumable else { return }
        let balance = try balance(of: transaction.productID, in: transaction.environment)
        let quantity = Int64(transaction.quantity)
        let amount: Int64? =
            switch event.kind {
            case .purchase: quantity
            case .revocation: -refunds.debit(quantity, from: balance)
            case .revocationReversal: try taken(byRevocationBefore: event)
            default: nil
            }
        guard let amount else { return }
        try enter(
            amount, to: balance, of: transaction.productID, in: transaction.environment,
            event: event.sequence, spend: nil, at: event.recordedAt)
    }

    func spend(
        _ amount: Int64, of productID: String, in environment: AppStoreEnvironment, id: String, at now: Timestamp
    ) throws(LedgerError) -> Int64 {
        let recorded = try firstRow(
            "SELECT environment, product_id, amount, balance FROM entry WHERE spend_id = ?", [.text(id)]
        ) { (environment: $0.text(0), productID: $0.text(1), amount: -$0.integer(2), balance: $0.integer(3)) }
        if let recorded {
            guard recorded.environment == environment.rawValue, recorded.productID == productID,
                recorded.amount == amount
            else {
                throw .spendIdentifierTaken(id: id, productID: recorded.productID, amount: recorded.amount)
            }
            return recorded.balance
        }
        guard amount >= 1 else { throw .invalidAmount(productID: productID, amount: amount) }
        let balance = try balance(of: productID, in: environment)
        guard balance >= amount else {
            throw .insufficientBalance(productID: productID, balance: balance, amount: amount)
        }
        return try enter(-amount, to: balance, of: productID, in: environment, event: nil, spend: id, at: now)
    }

    /// What the revocation that a reversal takes back has debited.
    private func taken(byRevocationBefore reversal: LedgerEvent) throws(LedgerError) -> Int64 {
        try firstRow(
            """
            SELECT -entry.amount FROM entry JOIN event ON event.sequence = entry.event
            WHERE event.environment = ? AND event.transaction_id = ? AND event.kind = ? AND event.ordinal = ?
            """,
            [
                .text(reversal.environment.rawValue), .text(reversal.transactionID),
                .text(LedgerEvent.Kind.revocation.rawValue), .integer(Int64(reversal.ordinal)),
            ]
        ) { $0.integer(0) } ?? 0
    }

    @discardableResult
    private func enter(
        _ amount: Int64, to balance: Int64, of productID: String, in environment: AppStoreEnvironment,
        event: Int64?, spend: String?, at now: Timestamp
    ) throws(LedgerError) -> Int64 {
        let (sum, overflows) = balance.addingReportingOverflow(amount)
        guard !overflows else { throw .invalidAmount(productID: productID, amount: amount) }
        try run(
            """
            INSERT INTO entry (environment, product_id, amount, balance, event, spend_id, recorded_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(environment.rawValue), .text(productID), .integer(amount), .integer(sum), .integer(event),
                .text(spend), .integer(now.rawValue),
            ])
        return sum
    }
}
