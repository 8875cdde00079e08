import AppStoreData

/// How a signed transaction becomes evidence, events and entries. Runs inside one database transaction.
extension Database {
    func apply(
        _ received: LedgerTransaction, jws: String, refunds: RefundPolicy, at now: Timestamp
    ) throws(LedgerError) -> LedgerOutcome {
        let recorded = try purchase(received.id, in: received.environment)
        if let recorded, let contradiction = recorded.contradiction(of: received) {
            throw contradiction
        }
        if let recorded, try isKnown(received, jws: jws) {
            return LedgerOutcome(newEvents: [], transaction: recorded)
        }
        try insertEvidence(received, jws: jws, at: now)
        let latest = recorded.map { received.version < $0.version ? $0 : received } ?? received
        try store(latest)

        let history = TransactionHistory(
            purchaseDate: latest.purchaseDate, versions: try versions(of: received.id, in: received.environment))
        var newEvents: [LedgerEvent] = []
        for event in history.events {
            guard let recorded = try record(event, of: latest, at: now) else { continue }
            newEvents.append(recorded)
            try count(recorded, of: latest, refunds: refunds)
        }
        return LedgerOutcome(newEvents: newEvents, transaction: latest)
    }

    /// Whether this version is among the evidence. If so, its arrival is counted.
    private func isKnown(_ received: LedgerTransaction, jws: String) throws(LedgerError) -> Bool {
        let candidates = try rows(
            "SELECT id, jws FROM evidence WHERE environment = ? AND transaction_id = ? AND signed_date = ?",
            [
                .text(received.environment.rawValue), .text(received.id), .integer(received.signedDate.rawValue),
            ]
        ) { (id: $0.integer(0), jws: $0.text(1)) }
        for candidate in candidates where Self.saysTheSame(candidate.jws, jws) {
            try run("UPDATE evidence SET arrivals = arrivals + 1 WHERE id = ?", [.integer(candidate.id)])
            return true
        }
        return false
    }

    /// Every signature of one payload differs, and so may the device's verification value in it.
    private static func saysTheSame(_ one: String, _ other: String) -> Bool {
        func content(_ jws: String) -> TransactionPayload? {
            guard var payload = try? TransactionPayload(unverifiedJWS: jws) else { return nil }
            payload.deviceVerification = nil
            payload.deviceVerificationNonce = nil
            return payload
        }
        return one == other || content(one) == content(other)
    }

    private func insertEvidence(_ received: LedgerTransaction, jws: String, at now: Timestamp) throws(LedgerError) {
        try run(
            """
            INSERT INTO evidence (environment, transaction_id, signed_date, revocation_date, is_upgraded,
                expiration_date, jws, received_at, arrivals)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)
            """,
            [
                .text(received.environment.rawValue), .text(received.id), .integer(received.signedDate.rawValue),
                .integer(received.revocationDate?.rawValue), .integer(received.isUpgraded ? 1 : 0),
                .integer(received.expirationDate?.rawValue), .text(jws), .integer(now.rawValue),
            ])
    }

    private func versions(
        of id: String, in environment: AppStoreEnvironment
    ) throws(LedgerError) -> [TransactionHistory.Version] {
        try rows(
            """
            SELECT signed_date, revocation_date, is_upgraded, expiration_date FROM evidence
            WHERE environment = ? AND transaction_id = ?
            """, [.text(environment.rawValue), .text(id)]
        ) { row in
            TransactionHistory.Version(
                signedDate: Timestamp(rawValue: row.integer(0)),
                revocationDate: row.optionalInteger(1).map(Timestamp.init(rawValue:)),
                isUpgraded: row.integer(2) != 0,
                expirationDate: row.optionalInteger(3).map(Timestamp.init(rawValue:)))
        }
    }

    /// Records an event, or corrects its dates if it is recorded. Nil when it was.
    private func record(
        _ event: TransactionHistory.Event, of transaction: LedgerTransaction, at now: Timestamp
    ) throws(LedgerError) -> LedgerEvent? {
        let key: [SQLiteValue] = [
            .text(transaction.environment.rawValue), .text(transaction.id), .text(event.kind.rawValue),
            .integer(Int64(event.ordinal)),
        ]
        let dates: [SQLiteValue] = [.integer(event.signedDate.rawValue), .integer(event.date?.rawValue)]
        let isRecorded = try firstRow(
            "SELECT 1 FROM event WHERE environment = ? AND transaction_id = ? AND kind = ? AND ordinal = ?", key
        ) { _ in true }
        if isRecorded == true {
            try run(
                """
                UPDATE event SET signed_date = ?, date = ?
                WHERE environment = ? AND transaction_id = ? AND kind = ? AND ordinal = ?
                """, dates + key)
            return nil
        }
        try run(
            """
            INSERT INTO event (environment, transaction_id, kind, ordinal, signed_date, date, recorded_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, key + dates + [.integer(now.rawValue)])
        return LedgerEvent(
            sequence: lastInsertedRowID, environment: transaction.environment, transactionID: transaction.id,
            productID: transaction.productID, kind: event.kind, ordinal: event.ordinal, signedDate: event.signedDate,
            date: event.date, recordedAt: now)
    }

    private func store(_ transaction: LedgerTransaction) throws(LedgerError) {
        try run(
            """
            INSERT INTO purchase (environment, transaction_id, original_transaction_id, product_id, product_type,
                quantity, app_account_token, purchase_date, price, currency, signed_date, expiration_date,
                revocation_date, is_upgraded)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (environment, transaction_id) DO UPDATE SET
                original_transaction_id = excluded.original_transaction_id,
                app_account_token = excluded.app_account_token, purchase_date = excluded.purchase_date,
                price = excluded.price, currency = excluded.currency, signed_date = excluded.signed_date,
                expiration_date = excluded.expiration_date, revocation_date = excluded.revocation_date,
                is_upgraded = excluded.is_upgraded
            """,
            [
                .text(transaction.environment.rawValue), .text(transaction.id), .text(transaction.originalID),
                .text(transaction.productID), .text(transaction.productType.rawValue),
                .integer(Int64(transaction.quantity)), .text(transaction.appAccountToken?.rawValue),
                .integer(transaction.purchaseDate.rawValue), .integer(transaction.price), .text(transaction.currency),
                .integer(transaction.signedDate.rawValue), .integer(transaction.expirationDate?.rawValue),
                .integer(transaction.revocationDate?.rawValue), .integer(transaction.isUpgraded ? 1 : 0),
            ])
    }
}
