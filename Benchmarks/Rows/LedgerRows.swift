import AppStoreData
import CSQLite
import Foundation
import PurchaseLedger

/// Durable recording of one transaction at a time, held against bare SQLite committing the same text one at a time.
func ledgerRows(_ scale: Scale) async throws -> [Row] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    let count = scale(2_000)
    let ledger = try SQLiteLedger(url: folder.appending(path: "ledger.sqlite"))
    let bare = try BareTable(folder.appending(path: "bare.sqlite").path)
    var next = 0
    func texts() throws -> [String] {
        defer { next += count }
        return try (next..<next + count).map(signedConsumable)
    }
    let (applied, committed) = try await Measure.interleaved(rounds: scale.rounds(5)) {
        let texts = try texts()
        return Double(count)
            / (try await Measure.cost { for text in texts { try await ledger.apply(signedTransaction: text) } }).wall
    } _: {
        let texts = try texts()
        return Double(count) / (await Measure.cost { for text in texts { bare.commit(text) } }).wall
    }
    return [
        Row(
            "ledger: transactions recorded, one durable commit each", applied, "1/s", limit: committed,
            goal: .atLeast(0.4))
    ]
}

private func signedConsumable(_ number: Int) throws -> String {
    var payload = TransactionPayload()
    payload.transactionID = "\(2_000_000_000_000_000 + number)"
    payload.originalTransactionID = payload.transactionID
    payload.bundleID = "com.example.radio"
    payload.productID = "com.example.radio.request"
    payload.type = .consumable
    payload.quantity = 1
    payload.environment = .production
    payload.purchaseDate = Timestamp(rawValue: 1_800_000_000_000 + Int64(number))
    payload.signedDate = payload.purchaseDate
    payload.price = 990
    payload.currency = "USD"
    // Three certificates in the header make the text about as long as the App Store's.
    let header = Data(repeating: UInt8(ascii: "x"), count: 3_300)
    return [Array(header), Array(try JSONEncoder().encode(payload)), Array(repeating: 7, count: 64)]
        .map { String(decoding: Base64.url.encode($0), as: UTF8.self) }.joined(separator: ".")
}

/// One table, one insert for each commit, with the durability that the ledger has.
private final class BareTable {
    private var database: OpaquePointer?
    private var insert: OpaquePointer?

    init(_ path: String) throws {
        sqlite3_open(path, &database)
        sqlite3_exec(
            database,
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            CREATE TABLE evidence (id INTEGER PRIMARY KEY, jws TEXT NOT NULL) STRICT;
            """, nil, nil, nil)
        sqlite3_prepare_v2(database, "INSERT INTO evidence (jws) VALUES (?)", -1, &insert, nil)
    }

    deinit {
        sqlite3_finalize(insert)
        sqlite3_close(database)
    }

    func commit(_ text: String) {
        sqlite3_bind_text(insert, 1, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        let code = sqlite3_step(insert)
        precondition(code == SQLITE_DONE, "the bare table cannot be written")
        sqlite3_reset(insert)
    }
}
