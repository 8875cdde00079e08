import AppStoreData

extension LedgerEvent.Kind {
    /// The kinds that move a consumable's balance.
    static let counted: [LedgerEvent.Kind] = [.purchase, .revocation, .revocationReversal]
}

/// How a consumable's balance moves. Runs inside one database transaction.
extension Database {
    func balance(of productID: String, in environment: AppStoreEnvironment) throws(LedgerError) -> Int64 {
        try firstRow(
            "SELECT balance FROM entry WHERE environment = ? AND product_id = ? ORDER BY sequence DESC LIMIT 1",
            [.text(environment.rawValue), .text(productID)]
        ) { $0.integer(0) } ?? 0
    }

    /// Enters what new events mean for a consumable's balance.
    ///
    /// What revocations take follows from the latest version alone: an event that is learned of late has an entry of
    /// zero, because the versions after it have settled the balance already.
    ///
    /// - Parameters:
    ///   - latest: The transaction as its latest version has it now.
    ///   - before: As it was before the events were learned of; nil if it was not known.
    func count(
        _ events: [LedgerEvent], of latest: LedgerTransaction, before: LedgerTransaction?, refunds: RefundPolicy
    ) throws(LedgerError) {
        guard latest.productType == .consumable else { return }
        for event in events where LedgerEvent.Kind.counted.contains(event.kind) {
            let balance = try balance(of: latest.productID, in: latest.environment)
            let amount =
                event.kind == .purchase
                ? Int64(latest.quantity) : try movement(to: latest, from: before, balance: balance, refunds: refunds)
            try enter(
                amount, to: balance, of: latest.productID, in: latest.environment,
                event: event.sequence, spend: nil, at: event.recordedAt)
        }
    }

    /// What the balance moves by when a revocation takes more or less than before.
    private func movement(
        to latest: LedgerTransaction, from before: LedgerTransaction?, balance: Int64, refunds: RefundPolicy
    ) throws(LedgerError) -> Int64 {
        let toTake = Int64(latest.revokedQuantity)
        // What is learned of with its purchase has never been spent from.
        guard let before else { return -toTake }
        let rise = toTake - Int64(before.revokedQuantity)
        guard rise <= 0 else { return -refunds.debit(rise, from: balance) }
        return max(0, try taken(byRevocationsOf: latest) - toTake)
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

    /// What the revocations of a transaction have debited and not given back.
    private func taken(byRevocationsOf transaction: LedgerTransaction) throws(LedgerError) -> Int64 {
        try firstRow(
            """
            SELECT -coalesce(sum(entry.amount), 0) FROM entry JOIN event ON event.sequence = entry.event
            WHERE event.environment = ? AND event.transaction_id = ? AND event.kind <> ?
            """,
            [
                .text(transaction.environment.rawValue), .text(transaction.id),
                .text(LedgerEvent.Kind.purchase.rawValue),
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
