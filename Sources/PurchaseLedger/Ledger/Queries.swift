public import AppStoreData

extension SQLiteLedger {
    /// The transaction as its latest signed version has it, or nil if the ledger does not know it.
    public func transaction(
        id: String, in environment: AppStoreEnvironment
    ) throws(LedgerError) -> LedgerTransaction? {
        try read { database throws(LedgerError) in try database.purchase(id, in: environment) }
    }

    /// The transactions of one product, or of all, oldest purchase first.
    public func transactions(
        of productID: String? = nil, in environment: AppStoreEnvironment
    ) throws(LedgerError) -> [LedgerTransaction] {
        try read { database throws(LedgerError) in
            let condition = productID == nil ? "" : "AND product_id = ?"
            return try database.rows(
                """
                SELECT \(Database.purchaseColumns) FROM purchase WHERE environment = ? \(condition)
                ORDER BY purchase_date, length(transaction_id), transaction_id
                """, [.text(environment.rawValue)] + (productID.map { [.text($0)] } ?? []), Database.purchase)
        }
    }

    /// What happened to one transaction, in the order in which it was recorded.
    public func events(
        ofTransaction id: String, in environment: AppStoreEnvironment
    ) throws(LedgerError) -> [LedgerEvent] {
        try read { database throws(LedgerError) in try database.events(of: id, in: environment) }
    }

    /// What was recorded after an event, in order and in all environments.
    ///
    /// A signed version that arrives late can correct an event's dates, and how much a revocation took, after it has been
    /// read here. The event keeps its place, so a reader that goes on from its last one is not told: it asks
    /// ``events(ofTransaction:in:)`` whenever it needs the details as they are known now.
    ///
    /// - Parameters:
    ///   - sequence: The number of the last event that is known already; 0 for none.
    ///   - limit: How many events are given at most.
    public func events(after sequence: Int64 = 0, limit: Int = 1_000) throws(LedgerError) -> [LedgerEvent] {
        try read { database throws(LedgerError) in
            try database.rows(
                "\(Database.eventSelection) WHERE sequence > ? ORDER BY sequence LIMIT ?",
                [.integer(sequence), .integer(Int64(max(limit, 0)))], Database.event)
        }
    }

    /// How much of a consumable there is: what was bought and not refunded, less what was spent. 0 if it was never bought.
    ///
    /// Below zero only by ``RefundPolicy/mayGoBelowZero``.
    public func balance(of productID: String, in environment: AppStoreEnvironment) throws(LedgerError) -> Int64 {
        try read { database throws(LedgerError) in try database.balance(of: productID, in: environment) }
    }

    /// The balance of every consumable that was ever bought, by product identifier.
    public func balances(in environment: AppStoreEnvironment) throws(LedgerError) -> [String: Int64] {
        try read { database throws(LedgerError) in
            let pairs = try database.rows(
                """
                SELECT product_id, balance FROM entry
                WHERE sequence IN (SELECT max(sequence) FROM entry WHERE environment = ? GROUP BY product_id)
                """, [.text(environment.rawValue)]
            ) { ($0.text(0), $0.integer(1)) }
            return Dictionary(pairs) { $1 }
        }
    }

    /// The movements of a consumable's balance, oldest first.
    public func entries(of productID: String, in environment: AppStoreEnvironment) throws(LedgerError) -> [LedgerEntry]
    {
        try read { database throws(LedgerError) in
            try database.rows(
                """
                SELECT sequence, environment, product_id, amount, balance, event, spend_id, recorded_at FROM entry
                WHERE environment = ? AND product_id = ? ORDER BY sequence
                """, [.text(environment.rawValue), .text(productID)], Database.entry)
        }
    }

    /// The signed texts that a transaction arrived in, word for word, oldest signed first, with those that were refused
    /// because they contradict the others.
    public func evidence(
        ofTransaction id: String, in environment: AppStoreEnvironment
    ) throws(LedgerError) -> [String] {
        try read { database throws(LedgerError) in
            try database.rows(
                "SELECT jws FROM evidence WHERE environment = ? AND transaction_id = ? ORDER BY signed_date, id",
                [.text(environment.rawValue), .text(id)]
            ) { $0.text(0) }
        }
    }

    /// How much the ledger holds, in all environments.
    public func counts() throws(LedgerError) -> LedgerCounts {
        try read { database throws(LedgerError) in
            let counts = try database.firstRow(
                """
                SELECT (SELECT count(*) FROM purchase), (SELECT count(*) FROM event), (SELECT count(*) FROM entry),
                    (SELECT count(*) FROM evidence WHERE NOT contradicts),
                    (SELECT coalesce(sum(arrivals), 0) FROM evidence WHERE NOT contradicts),
                    (SELECT count(*) FROM evidence WHERE contradicts)
                """
            ) { row in
                LedgerCounts(
                    transactions: Int(row.integer(0)), events: Int(row.integer(1)), entries: Int(row.integer(2)),
                    versions: Int(row.integer(3)), arrivals: Int(row.integer(4)), contradictions: Int(row.integer(5)))
            }
            return counts
                ?? LedgerCounts(transactions: 0, events: 0, entries: 0, versions: 0, arrivals: 0, contradictions: 0)
        }
    }
}

/// How much a ledger holds.
public struct LedgerCounts: Hashable, Sendable {
    public var transactions: Int
    public var events: Int
    public var entries: Int
    /// Signed versions that differ in more than their signature.
    public var versions: Int
    /// How often a signed text was handed in and recorded, with those that were known already.
    public var arrivals: Int
    /// Texts that were refused because they contradict what is recorded, and are kept.
    public var contradictions: Int
}

extension Database {
    static let purchaseColumns = """
        environment, transaction_id, original_transaction_id, product_id, product_type, quantity, app_account_token,
        purchase_date, price, currency, signed_date, expiration_date, revocation_date, revocation_type,
        revocation_percentage, is_upgraded
        """

    static func purchase(_ row: Row) -> LedgerTransaction {
        LedgerTransaction(
            environment: AppStoreEnvironment(rawValue: row.text(0)), id: row.text(1), originalID: row.optionalText(2),
            productID: row.text(3), productType: ProductType(rawValue: row.text(4)), quantity: Int(row.integer(5)),
            appAccountToken: row.optionalText(6).map(AppAccountToken.init(rawValue:)),
            purchaseDate: Timestamp(rawValue: row.integer(7)), price: row.optionalInteger(8),
            currency: row.optionalText(9), signedDate: Timestamp(rawValue: row.integer(10)),
            expirationDate: row.optionalInteger(11).map(Timestamp.init(rawValue:)),
            revocationDate: row.optionalInteger(12).map(Timestamp.init(rawValue:)),
            revocationType: row.optionalText(13).map(RevocationType.init(rawValue:)),
            revocationPercentage: row.optionalInteger(14).map(Int.init), isUpgraded: row.integer(15) != 0)
    }

    func purchase(_ id: String, in environment: AppStoreEnvironment) throws(LedgerError) -> LedgerTransaction? {
        try firstRow(
            "SELECT \(Database.purchaseColumns) FROM purchase WHERE environment = ? AND transaction_id = ?",
            [.text(environment.rawValue), .text(id)], Database.purchase)
    }

    static let eventSelection = """
        SELECT sequence, environment, transaction_id, product_id, kind, ordinal, event.signed_date, date,
            event.revocation_type, event.revocation_percentage, recorded_at
        FROM event JOIN purchase USING (environment, transaction_id)
        """

    static func event(_ row: Row) throws(LedgerError) -> LedgerEvent {
        LedgerEvent(
            sequence: row.integer(0), environment: AppStoreEnvironment(rawValue: row.text(1)),
            transactionID: row.text(2), productID: row.text(3), kind: LedgerEvent.Kind(rawValue: row.text(4)),
            ordinal: Int(row.integer(5)), signedDate: Timestamp(rawValue: row.integer(6)),
            date: row.optionalInteger(7).map(Timestamp.init(rawValue:)),
            revocationType: row.optionalText(8).map(RevocationType.init(rawValue:)),
            revocationPercentage: row.optionalInteger(9).map(Int.init),
            recordedAt: Timestamp(rawValue: row.integer(10)))
    }

    func events(of id: String, in environment: AppStoreEnvironment) throws(LedgerError) -> [LedgerEvent] {
        try rows(
            "\(Database.eventSelection) WHERE environment = ? AND transaction_id = ? ORDER BY sequence",
            [.text(environment.rawValue), .text(id)], Database.event)
    }

    static func entry(_ row: Row) -> LedgerEntry {
        LedgerEntry(
            sequence: row.integer(0), environment: AppStoreEnvironment(rawValue: row.text(1)), productID: row.text(2),
            amount: row.integer(3), balance: row.integer(4),
            cause: row.optionalInteger(5).map { .event(sequence: $0) } ?? .spend(id: row.text(6)),
            recordedAt: Timestamp(rawValue: row.integer(7)))
    }
}
