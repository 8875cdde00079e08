public import AppStoreData
public import Foundation

/// A durable record of purchases in one SQLite file, ready to be what a `TransactionStore` hands transactions to.
///
/// ```swift
/// let ledger = try SQLiteLedger(url: folder.appending(path: "Purchases.sqlite"))
/// let store = TransactionStore<ProductID>(
///     handleTransaction: { try await ledger.apply(signedTransaction: $0.jwsRepresentation) },
///     reportFailure: { print($0) }
/// )
/// ```
///
/// - Every event of a transaction (its purchase, a revocation, …) is recorded once, however often and in whatever order
///   its signed versions come: of two versions of one transaction the later signed counts.
/// - A method that changes something returns when the change is on the disk. The process may be killed, and the
///   machine may lose power, at any moment; a change is then there wholly or not at all.
/// - One ledger at a time has a file open, in all processes of the machine. The lock dies with its process. A process
///   that may be suspended while it holds a lock in a container shared by several apps is ended by iOS, so keep the
///   file in the app's own container.
/// - Everything is derived from the signed text, which is kept word for word; ``check()`` compares the two.
///
/// Environments are kept apart: what was bought in the sandbox adds nothing to a production balance. StoreKit's testing
/// in Xcode numbers its transactions from 0 again whenever its store is reset, so that a new purchase has the number of an
/// old one: a ledger for the environment `Xcode` needs a new file then.
public actor SQLiteLedger {
    /// The file, with all symbolic links resolved.
    public nonisolated let path: String
    let refunds: RefundPolicy
    private let clock: @Sendable () -> Date
    private let executor: SerialQueueExecutor
    private var database: Database?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the ledger in a file, making the file if there is none.
    ///
    /// - Parameters:
    ///   - url: The file. Its folder must exist.
    ///   - refunds: What the refund of a consumable takes from a balance that is partly spent. It holds for refunds
    ///     that arrive from now on.
    ///   - now: Tells the time that entries are marked with. Nothing else depends on it.
    /// - Throws: ``LedgerError/inUse(path:processID:)`` if another ledger has the file open,
    ///   ``LedgerError/notALedger(path:reason:)``, ``LedgerError/newerSchema(path:migration:)``,
    ///   ``LedgerError/damaged(path:reason:)``, ``LedgerError/unwritable(path:reason:)``, or what SQLite reports.
    public init(
        url: URL, refunds: RefundPolicy = .takeWhatIsLeft, now: @escaping @Sendable () -> Date = { Date() }
    ) throws(LedgerError) {
        let database = try LedgerSchema.open(url.path, at: Timestamp(now()))
        self.database = database
        path = database.path
        self.refunds = refunds
        clock = now
        executor = SerialQueueExecutor(label: "PurchaseLedger")
    }

    /// Lets go of the file. Every later call throws ``LedgerError/closed(path:)``.
    public func close() {
        database = nil
    }

    /// Records what a signed transaction says, if it is not recorded already.
    ///
    /// Call it from the handler of a `TransactionStore`, or from wherever a transaction has been verified. The ledger
    /// reads the text and **does not verify it**: hand in nothing else than what StoreKit or a verifier has accepted.
    /// `TransactionStore` hands its handler nothing else.
    ///
    /// When it has returned the transaction may be finished.
    ///
    /// - Parameter jws: The `jwsRepresentation` of the transaction, kept word for word.
    /// - Returns: What was new. Nothing is when the same version, or an older one that tells nothing new, comes again.
    /// - Throws: ``LedgerError/unreadableTransaction(reason:)`` or ``LedgerError/contradiction(transactionID:field:recorded:received:)``
    ///   for what no verified text says; otherwise what SQLite reports, and the same text may be handed in again. A text
    ///   that contradicts what is recorded changes nothing and is kept as evidence.
    @discardableResult
    public func apply(signedTransaction jws: String) throws(LedgerError) -> LedgerOutcome {
        let transaction = try LedgerTransaction(unverifiedJWS: jws)
        let result = try write { database, now throws(LedgerError) in
            try database.apply(transaction, jws: jws, refunds: self.refunds, at: now)
        }
        return try result.get()
    }

    /// Takes something from the balance of a consumable, or throws and takes nothing.
    ///
    /// - Parameters:
    ///   - amount: How much; at least 1.
    ///   - productID: The consumable.
    ///   - environment: Whose balance: what was bought in one environment cannot be spent in another.
    ///   - id: Names this spend among all. Repeating a spend with its identifier, after a crash say, takes nothing again.
    /// - Returns: The balance after this spend.
    /// - Throws: ``LedgerError/insufficientBalance(productID:balance:amount:)``,
    ///   ``LedgerError/invalidAmount(productID:amount:)``,
    ///   ``LedgerError/spendIdentifierTaken(id:productID:amount:)`` if the identifier belongs to another spend, or what
    ///   SQLite reports.
    @discardableResult
    public func spend(
        _ amount: Int64, of productID: String, in environment: AppStoreEnvironment, id: String
    ) throws(LedgerError) -> Int64 {
        try write { database, now throws(LedgerError) in
            try database.spend(amount, of: productID, in: environment, id: id, at: now)
        }
    }

    func read<Value>(_ body: (Database) throws(LedgerError) -> Value) throws(LedgerError) -> Value {
        guard let database else { throw .closed(path: path) }
        return try body(database)
    }

    private func write<Value>(
        _ body: (Database, Timestamp) throws(LedgerError) -> Value
    ) throws(LedgerError) -> Value {
        let now = Timestamp(clock())
        return try read { database throws(LedgerError) in
            try database.transaction { () throws(LedgerError) in try body(database, now) }
        }
    }
}

/// What handing in a signed transaction changed.
public struct LedgerOutcome: Hashable, Sendable {
    /// What was recorded, oldest first. Empty when all of it was known.
    public var newEvents: [LedgerEvent]
    /// What the latest version known says, which may be newer than the one handed in.
    public var transaction: LedgerTransaction

    /// Whether anything was recorded that was not known before.
    public var isNew: Bool { !newEvents.isEmpty }
}
