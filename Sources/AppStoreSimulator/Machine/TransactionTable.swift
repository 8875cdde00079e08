/// Every transaction of a store, by its identifier.
struct TransactionTable: Hashable, Sendable, Codable {
    /// The identifier that the next transaction or pending purchase gets.
    private(set) var nextID: UInt64 = 0
    /// The identifier of the first row.
    private var base: UInt64 = 0
    /// Rows of deleted transactions, and of pending purchases that were declined, are nil.
    private var rows: [TransactionRecord?] = []

    mutating func takeID() -> UInt64 {
        defer { nextID += 1 }
        return nextID
    }

    subscript(id: UInt64) -> TransactionRecord? {
        guard id >= base, id - base < rows.count else { return nil }
        return rows[Int(id - base)]
    }

    /// Adds a transaction whose identifier was taken here.
    mutating func add(_ transaction: TransactionRecord) {
        let row = Int(transaction.id - base)
        while rows.count <= row {
            rows.append(nil)
        }
        rows[row] = transaction
    }

    /// Changes a transaction in its place, and returns it. Nil if there is none.
    mutating func update(_ id: UInt64, _ change: (inout TransactionRecord) -> Void) -> TransactionRecord? {
        guard self[id] != nil else { return nil }
        let row = Int(id - base)
        if var transaction = rows[row].take() {
            change(&transaction)
            rows[row] = transaction
        }
        return rows[row]
    }

    mutating func remove(_ id: UInt64) {
        guard self[id] != nil else { return }
        rows[Int(id - base)] = nil
    }

    mutating func removeAll() {
        rows = []
        base = nextID
    }

    /// Whether each row is where its identifier says, and none has an identifier that is yet to be given out.
    var isConsistent: Bool {
        base <= nextID && UInt64(rows.count) <= nextID - base
            && rows.enumerated().allSatisfy { row, transaction in
                transaction.map { $0.id == base + UInt64(row) } ?? true
            }
    }

    /// In the order of their identifiers.
    var all: some Sequence<TransactionRecord> {
        rows.lazy.compactMap { $0 }
    }
}
