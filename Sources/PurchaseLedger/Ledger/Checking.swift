import AppStoreData

extension SQLiteLedger {
    /// Derives everything again from the signed texts and compares it with what is recorded.
    ///
    /// Compared are each transaction with its latest text, the events with all of its texts, the credits and debits with
    /// those events, and the balances with the sum of their movements. Of a refund it is known from the texts how much it
    /// may take at most; how much was left to take, and what was spent, stand in the entries alone.
    ///
    /// It reads the whole file.
    ///
    /// - Returns: What does not agree, a sentence each; empty when all is well.
    public func check() throws(LedgerError) -> [String] {
        try read { database throws(LedgerError) in
            let integrity = try database.rows("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }
            let orphans = try database.rows("PRAGMA foreign_key_check") { row in
                "row \(row.integer(1)) of the table \(row.text(0)) belongs to no \(row.text(2))"
            }
            return try integrity + orphans + database.faultsOfTransactions() + database.faultsOfBalances()
                + database.faultsOfEntries()
        }
    }
}

extension Database {
    private struct Key: Hashable, CustomStringConvertible {
        var environment: AppStoreEnvironment
        var id: String

        var description: String { "transaction \(id) in \(environment.rawValue)" }
    }

    // MARK: Transactions and events

    fileprivate func faultsOfTransactions() throws(LedgerError) -> [String] {
        var faults: [String] = []
        let keys = try rows(
            "SELECT environment, transaction_id FROM purchase UNION SELECT environment, transaction_id FROM evidence"
        ) { Key(environment: AppStoreEnvironment(rawValue: $0.text(0)), id: $0.text(1)) }
        for key in keys { faults += try compared(key) }
        return faults
    }

    private func compared(_ key: Key) throws(LedgerError) -> [String] {
        let evidence = try rows(
            """
            SELECT \(Database.versionColumns), jws, contradicts, id FROM evidence
            WHERE environment = ? AND transaction_id = ? ORDER BY id
            """, [.text(key.environment.rawValue), .text(key.id)]
        ) { (version: Database.version($0), jws: $0.text(6), contradicts: $0.integer(7) != 0, id: $0.integer(8)) }
        var faults: [String] = []
        var versions: [LedgerTransaction] = []
        var refused: [(id: Int64, transaction: LedgerTransaction)] = []
        for text in evidence {
            let transaction: LedgerTransaction
            do {
                transaction = try LedgerTransaction(unverifiedJWS: text.jws)
            } catch {
                faults.append("the signed text \(text.id) of \(key) cannot be read: \(error.description)")
                continue
            }
            let named = Key(environment: transaction.environment, id: transaction.id)
            if named != key {
                faults.append("the signed text \(text.id) of \(key) is one of \(named)")
            } else {
                if transaction.version != text.version {
                    faults.append("the signed text \(text.id) of \(key) does not say what is noted beside it")
                }
                if text.contradicts { refused.append((text.id, transaction)) } else { versions.append(transaction) }
            }
        }
        // Without one of its texts nothing more can be said of the transaction.
        guard versions.count + refused.count == evidence.count else { return faults }
        guard let first = versions.first else { return faults + ["\(key) has no evidence"] }
        let latest = versions.dropFirst().reduce(first) { $0.followed(by: $1) }
        for version in versions {
            if let contradiction = latest.contradiction(of: version) { faults.append(contradiction.description) }
        }
        for (id, transaction) in refused where latest.contradiction(of: transaction) == nil {
            faults.append("the signed text \(id) of \(key) is set aside, and contradicts nothing")
        }
        if try purchase(key.id, in: key.environment) != latest {
            faults.append("\(key) is not its latest version")
        }
        let history = TransactionHistory(purchaseDate: latest.purchaseDate, versions: versions.map(\.version))
        let recorded = try events(of: key.id, in: key.environment).map { event in
            TransactionHistory.Event(
                kind: event.kind, ordinal: event.ordinal, signedDate: event.signedDate, date: event.date,
                revocationType: event.revocationType, revocationPercentage: event.revocationPercentage)
        }
        if Set(recorded) != Set(history.events) || recorded.count != history.events.count {
            faults.append("the events of \(key) differ from its evidence")
        }
        return faults
    }

    // MARK: Balances and entries

    fileprivate func faultsOfBalances() throws(LedgerError) -> [String] {
        let broken = try rows(
            """
            SELECT sequence, environment, product_id FROM (
                SELECT *, sum(amount) OVER (PARTITION BY environment, product_id ORDER BY sequence) AS total FROM entry
            ) WHERE total <> balance
            """
        ) { "entry \($0.integer(0)) of \($0.text(2)) in \($0.text(1)) does not add up to its balance" }
        let credits = try rows("SELECT spend_id, product_id, amount FROM entry WHERE event IS NULL AND amount >= 0") {
            "the spend “\($0.text(0))” of \($0.text(1)) has moved the balance by \($0.integer(2))"
        }
        let kinds = LedgerEvent.Kind.counted
        let uncounted = try rows(
            """
            SELECT event.sequence FROM event JOIN purchase USING (environment, transaction_id)
            WHERE product_type = ? AND kind IN (\(kinds.map { _ in "?" }.joined(separator: ", ")))
                AND event.sequence NOT IN (SELECT event FROM entry WHERE event IS NOT NULL)
            """, [.text(ProductType.consumable.rawValue)] + kinds.map { .text($0.rawValue) }
        ) { "event \($0.integer(0)) of a consumable has not moved its balance" }
        return broken + credits + uncounted
    }

    /// Holds each entry against the event that it belongs to, and those of a transaction together against its refund.
    fileprivate func faultsOfEntries() throws(LedgerError) -> [String] {
        let entries = try rows(
            """
            SELECT entry.sequence, entry.environment, entry.product_id, amount, event, kind, event.environment,
                transaction_id
            FROM entry JOIN event ON event.sequence = entry.event ORDER BY entry.sequence
            """
        ) { row in
            (
                sequence: row.integer(0), environment: AppStoreEnvironment(rawValue: row.text(1)),
                productID: row.text(2), amount: row.integer(3), event: row.integer(4),
                kind: LedgerEvent.Kind(rawValue: row.text(5)),
                key: Key(environment: AppStoreEnvironment(rawValue: row.text(6)), id: row.text(7))
            )
        }
        var faults: [String] = []
        var taken: [Key: Int64] = [:]
        for entry in entries {
            guard let purchase = try purchase(entry.key.id, in: entry.key.environment) else { continue }
            guard
                (entry.environment, entry.productID) == (purchase.environment, purchase.productID),
                purchase.productType == .consumable
            else {
                faults.append(
                    "entry \(entry.sequence) of \(entry.productID) in \(entry.environment.rawValue) belongs to \(entry.key) "
                        + "of \(purchase.productID), a \(purchase.productType.rawValue)")
                continue
            }
            let quantity = Int64(purchase.quantity)
            let before = taken[entry.key, default: 0]
            let isRight: Bool
            if entry.kind == .purchase {
                isRight = entry.amount == quantity
            } else {
                let (after, overflows) = before.subtractingReportingOverflow(entry.amount)
                taken[entry.key] = after
                isRight =
                    switch entry.kind {
                    case _ where overflows || !(0...max(quantity, 0)).contains(after): false
                    case .revocation: true
                    case .revocationReversal: entry.amount == 0 || after == 0
                    default: false
                    }
            }
            if !isRight {
                faults.append(
                    "event \(entry.event), a \(entry.kind.rawValue) of \(quantity) pieces, has moved the balance by \(entry.amount)"
                )
            }
        }
        for (key, amount) in taken {
            guard let purchase = try purchase(key.id, in: key.environment) else { continue }
            if amount > purchase.revokedQuantity {
                faults.append("\(key) has had \(amount) pieces taken back, of \(purchase.revokedQuantity) at most")
            }
        }
        return faults
    }
}
