import AppStoreData

/// How a signed transaction becomes evidence, events and entries. Runs inside one database transaction.
extension Database {
    func apply(
        _ received: LedgerTransaction, jws: String, refunds: RefundPolicy, at now: Timestamp
    ) throws(LedgerError) -> Result<LedgerOutcome, LedgerError> {
        let recorded = try purchase(received.id, in: received.environment)
        let isKnown = try isKnown(received, jws: jws)
        if let recorded, let contradiction = recorded.contradiction(of: received) {
            if !isKnown { try insertEvidence(received, jws: jws, contradicts: true, at: now) }
            return .failure(contradiction)
        }
        if let recorded, isKnown {
            return .success(LedgerOutcome(newEvents: [], transaction: recorded))
        }
        try insertEvidence(received, jws: jws, contradicts: false, at: now)
        let latest = recorded?.followed(by: received) ?? received
        try store(latest)

        let history = TransactionHistory(
            purchaseDate: latest.purchaseDate, versions: try versions(of: received.id, in: received.environment))
        var newEvents: [LedgerEvent] = []
        for event in history.events {
            guard let recorded = try record(event, of: latest, at: now) else { continue }
            newEvents.append(recorded)
        }
        try count(newEvents, of: latest, before: recorded, refunds: refunds)
        return .success(LedgerOutcome(newEvents: newEvents, transaction: latest))
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

    private func insertEvidence(
        _ received: LedgerTransaction, jws: String, contradicts: Bool, at now: Timestamp
    ) throws(LedgerError) {
        try run(
            """
            INSERT INTO evidence (environment, transaction_id, signed_date, revocation_date, revocation_type,
                revocation_percentage, is_upgraded, expiration_date, jws, contradicts, received_at, arrivals)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
            """,
            [
                .text(received.environment.rawValue), .text(received.id), .integer(received.signedDate.rawValue),
                .integer(received.revocationDate?.rawValue), .text(received.revocationType?.rawValue),
                .integer(received.revocationPercentage.map(Int64.init)), .integer(received.isUpgraded ? 1 : 0),
                .integer(received.expirationDate?.rawValue), .text(jws), .integer(contradicts ? 1 : 0),
                .integer(now.rawValue),
            ])
    }

    private func versions(
        of id: String, in environment: AppStoreEnvironment
    ) throws(LedgerError) -> [TransactionHistory.Version] {
        try rows(
            "SELECT \(Database.versionColumns) FROM evidence WHERE environment = ? AND transaction_id = ? AND NOT contradicts",
            [.text(environment.rawValue), .text(id)], Database.version)
    }

    static let versionColumns =
        "signed_date, revocation_date, revocation_type, revocation_percentage, is_upgraded, expiration_date"

    static func version(_ row: Row) -> TransactionHistory.Version {
        TransactionHistory.Version(
            signedDate: Timestamp(rawValue: row.integer(0)),
            revocationDate: row.optionalInteger(1).map(Timestamp.init(rawValue:)),
            revocationType: row.optionalText(2).map(RevocationType.init(rawValue:)),
            revocationPercentage: row.optionalInteger(3).map(Int.init),
            isUpgraded: row.integer(4) != 0,
            expirationDate: row.optionalInteger(5).map(Timestamp.init(rawValue:)))
    }

    /// Records an event, or corrects its details if it is recorded. Nil when it was.
    private func record(
        _ event: TransactionHistory.Event, of transaction: LedgerTransaction, at now: Timestamp
    ) throws(LedgerError) -> LedgerEvent? {
        let key: [SQLiteValue] = [
            .text(transaction.environment.rawValue), .text(transaction.id), .text(event.kind.rawValue),
            .integer(Int64(event.ordinal)),
        ]
        let details: [SQLiteValue] = [
            .integer(event.signedDate.rawValue), .integer(event.date?.rawValue), .text(event.revocationType?.rawValue),
            .integer(event.revocationPercentage.map(Int64.init)),
        ]
        let isRecorded = try firstRow(
            "SELECT 1 FROM event WHERE environment = ? AND transaction_id = ? AND kind = ? AND ordinal = ?", key
        ) { _ in true }
        if isRecorded == true {
            try run(
                """
                UPDATE event SET signed_date = ?, date = ?, revocation_type = ?, revocation_percentage = ?
                WHERE environment = ? AND transaction_id = ? AND kind = ? AND ordinal = ?
                """, details + key)
            return nil
        }
        try run(
            """
            INSERT INTO event (environment, transaction_id, kind, ordinal, signed_date, date, revocation_type,
                revocation_percentage, recorded_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, key + details + [.integer(now.rawValue)])
        return LedgerEvent(
            sequence: lastInsertedRowID, environment: transaction.environment, transactionID: transaction.id,
            productID: transaction.productID, kind: event.kind, ordinal: event.ordinal, signedDate: event.signedDate,
            date: event.date, revocationType: event.revocationType, revocationPercentage: event.revocationPercentage,
            recordedAt: now)
    }

    private func store(_ transaction: LedgerTransaction) throws(LedgerError) {
        try run(
            """
            INSERT INTO purchase (environment, transaction_id, original_transaction_id, product_id, product_type,
                quantity, app_account_token, purchase_date, price, currency, signed_date, expiration_date,
                revocation_date, revocation_type, revocation_percentage, is_upgraded)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (environment, transaction_id) DO UPDATE SET
                original_transaction_id = excluded.original_transaction_id,
                app_account_token = excluded.app_account_token, purchase_date = excluded.purchase_date,
                price = excluded.price, currency = excluded.currency, signed_date = excluded.signed_date,
                expiration_date = excluded.expiration_date, revocation_date = excluded.revocation_date,
                revocation_type = excluded.revocation_type, revocation_percentage = excluded.revocation_percentage,
                is_upgraded = excluded.is_upgraded
            """,
            [
                .text(transaction.environment.rawValue), .text(transaction.id), .text(transaction.originalID),
                .text(transaction.productID), .text(transaction.productType.rawValue),
                .integer(Int64(transaction.quantity)), .text(transaction.appAccountToken?.rawValue),
                .integer(transaction.purchaseDate.rawValue), .integer(transaction.price), .text(transaction.currency),
                .integer(transaction.signedDate.rawValue), .integer(transaction.expirationDate?.rawValue),
                .integer(transaction.revocationDate?.rawValue), .text(transaction.revocationType?.rawValue),
                .integer(transaction.revocationPercentage.map(Int64.init)),
                .integer(transaction.isUpgraded ? 1 : 0),
            ])
    }
}
