import AppStoreData

extension SQLiteLedger {
    /// Derives everything again from the signed texts and compares it with what is recorded.
    ///
    /// It reads the whole file.
    ///
    /// - Returns: What does not agree, a sentence each; empty when all is well.
    public func check() throws(LedgerError) -> [String] {
        try read { database throws(LedgerError) in
            let integrity = try database.rows("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }
            return try integrity + database.faultsOfTransactions() + database.faultsOfBalances()
        }
    }
}

extension Database {
    fileprivate func faultsOfTransactions() throws(LedgerError) -> [String] {
        var faults: [String] = []
        let keys = try rows(
            "SELECT environment, transaction_id FROM purchase UNION SELECT environment, transaction_id FROM evidence"
        ) {
            (environment: AppStoreEnvironment(rawValue: $0.text(0)), id: $0.text(1))
        }
        for key in keys {
            let evidence = try rows(
                "SELECT jws FROM evidence WHERE environment = ? AND transaction_id = ?",
                [.text(key.environment.rawValue), .text(key.id)]
            ) { $0.text(0) }
            var versions: [LedgerTransaction] = []
            for jws in evidence { versions.append(try LedgerTransaction(unverifiedJWS: jws)) }
            guard let latest = versions.max(by: { $0.version < $1.version }) else {
                faults.append("transaction \(key.id) in \(key.environment.rawValue) has no evidence")
                continue
            }
            if try purchase(key.id, in: key.environment)?.version != latest.version {
                faults.append("transaction \(key.id) in \(key.environment.rawValue) is not its latest version")
            }
            let history = TransactionHistory(purchaseDate: latest.purchaseDate, versions: versions.map(\.version))
            let recorded = try events(of: key.id, in: key.environment).map { event in
                TransactionHistory.Event(
                    kind: event.kind, ordinal: event.ordinal, signedDate: event.signedDate, date: event.date)
            }
            if Set(recorded) != Set(history.events) || recorded.count != history.events.count {
                faults.append(
                    "the events of transaction \(key.id) in \(key.environment.rawValue) differ from its evidence")
            }
        }
        return faults
    }

    fileprivate func faultsOfBalances() throws(LedgerError) -> [String] {
        let broken = try rows(
            """
            SELECT sequence, environment, product_id FROM (
                SELECT *, sum(amount) OVER (PARTITION BY environment, product_id ORDER BY sequence) AS total FROM entry
            ) WHERE total <> balance
            """
        ) { "entry \($0.integer(0)) of \($0.text(2)) in \($0.text(1)) does not add up to its balance" }
        let uncounted = try rows(
            """
            SELECT event.sequence FROM event JOIN purchase USING (environment, transaction_id)
            WHERE product_type = ? AND kind IN ('purchase', 'revocation', 'revocationReversal')
                AND event.sequence NOT IN (SELECT event FROM entry WHERE event IS NOT NULL)
            """, [.text(ProductType.consumable.rawValue)]
        ) { "event \($0.integer(0)) of a consumable has not moved its balance" }
        let miscounted = try rows(
            """
            SELECT event.sequence, entry.amount, quantity
            FROM entry JOIN event ON event.sequence = entry.event JOIN purchase USING (environment, transaction_id)
            WHERE CASE kind WHEN 'purchase' THEN amount <> quantity
                WHEN 'revocation' THEN amount NOT BETWEEN -quantity AND 0
                ELSE amount NOT BETWEEN 0 AND quantity END
            """
        ) { "event \($0.integer(0)) of \($0.integer(2)) pieces has moved the balance by \($0.integer(1))" }
        return broken + uncounted + miscounted
    }
}
