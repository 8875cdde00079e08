public import Foundation

#if canImport(CSQLite)
    import CSQLite
#else
    import SQLite3
#endif

/// Why a ledger could not be opened, read or written. Nothing of the call that threw it was written, except the text that
/// ``contradiction(transactionID:field:recorded:received:)`` is about.
public enum LedgerError: Error, Hashable, Sendable {
    /// Another ledger, in this process or another one, has the file open.
    case inUse(path: String, processID: Int32?)
    /// The file is no SQLite database, or one that something else made.
    case notALedger(path: String, reason: String)
    /// A newer version of this software has written the file; `migration` is the first step that this one does not know.
    case newerSchema(path: String, migration: String)
    /// SQLite found the file's content to contradict itself.
    case damaged(path: String, reason: String)
    /// The folder, or the lock file in it, cannot be used.
    case unwritable(path: String, reason: String)
    /// SQLite could not do what it was asked to: the disk is full, cannot be read, or the like.
    case database(path: String, sql: String, code: Int32, message: String)
    /// The signed text that was handed in is no signed transaction.
    case unreadableTransaction(reason: String)
    /// A transaction says something else than before about a thing that never changes, such as its product. It changes
    /// nothing; its text is kept as evidence.
    case contradiction(transactionID: String, field: String, recorded: String, received: String)
    /// A spend of more than there is.
    case insufficientBalance(productID: String, balance: Int64, amount: Int64)
    /// A spend, or a transaction, of nothing, of less than nothing, or of more than can be counted.
    case invalidAmount(productID: String, amount: Int64)
    /// The identifier already belongs to another spend.
    case spendIdentifierTaken(id: String, productID: String, amount: Int64)
    /// The ledger has been closed.
    case closed(path: String)

    init(path: String, sql: String, code: Int32, message: String) {
        self =
            switch code & 0xff {
            case SQLITE_NOTADB: .notALedger(path: path, reason: message)
            case SQLITE_CORRUPT: .damaged(path: path, reason: message)
            default: .database(path: path, sql: sql, code: code, message: message)
            }
    }
}

extension LedgerError: LocalizedError, CustomStringConvertible {
    public var errorDescription: String? { description }

    public var description: String {
        switch self {
        case .inUse(let path, let processID):
            let holder = processID.map { "process \($0)" } ?? "another ledger"
            return "The ledger \(path) is open in \(holder), and only one may write it at a time. "
                + "Share that ledger inside one process, or close it first."
        case .notALedger(let path, let reason):
            return "\(path) is not a purchase ledger: \(reason). Choose another path, or move that file away."
        case .newerSchema(let path, let migration):
            return "The ledger \(path) was written by a newer version of PurchaseLedger (it has had the step "
                + "“\(migration)”). Update the app; the file has not been touched."
        case .damaged(let path, let reason):
            return "The ledger \(path) is damaged: \(reason). Restore it from a backup together with its -wal file."
        case .unwritable(let path, let reason):
            return "\(path) cannot be opened for writing: \(reason). Check that its folder exists and is writable."
        case .database(let path, let sql, let code, let message):
            return "SQLite failed on \(path): \(message) (code \(code)) in: \(sql). Nothing of it was written."
        case .unreadableTransaction(let reason):
            return "What was handed to the ledger is not a signed transaction: \(reason)."
        case .contradiction(let transactionID, let field, let recorded, let received):
            return "Transaction \(transactionID) is recorded with \(field) “\(recorded)” and now says “\(received)”, "
                + "which no transaction of the App Store does. It changes nothing, and its text is kept as evidence. "
                + "If StoreKit's testing has begun to number its transactions anew, begin with a new file."
        case .insufficientBalance(let productID, let balance, let amount):
            return "\(amount) of \(productID) cannot be spent: the balance is \(balance)."
        case .invalidAmount(let productID, let amount):
            return "\(amount) of \(productID) cannot be counted: an amount is at least 1 and fits the balance."
        case .spendIdentifierTaken(let id, let productID, let amount):
            return "The spend “\(id)” is already recorded, of \(amount) of \(productID). "
                + "Give every spend an identifier of its own, and repeat it only with the same product and amount."
        case .closed(let path):
            return "The ledger \(path) has been closed. Open a new one."
        }
    }
}
