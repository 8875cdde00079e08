import Foundation

#if canImport(CSQLite)
    import CSQLite
#else
    import SQLite3
#endif

/// One connection to an SQLite file. Used from one thread at a time; whoever owns it sees to that.
final class Database {
    let path: String
    private let handle: OpaquePointer
    private let lock: WriterLock
    private var statements: [String: Statement] = [:]

    /// Opens the file, making it if there is none, and keeps others from writing it until this goes away.
    init(path: String) throws(LedgerError) {
        let path = try Database.canonical(path)
        lock = try WriterLock(path: path)
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
            sqlite3_close_v2(opened)
            throw LedgerError(path: path, sql: "open", code: code, message: message)
        }
        self.path = path
        handle = opened
        sqlite3_busy_timeout(handle, 5_000)
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    /// Runs statements that take no values and whose rows do not matter.
    func execute(_ sql: String) throws(LedgerError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql) }
    }

    /// Runs one statement.
    func run(_ sql: String, _ values: [SQLiteValue] = []) throws(LedgerError) {
        _ = try rows(sql, values) { _ in () }
    }

    /// Runs one statement and makes a value of each of its rows.
    func rows<Value>(
        _ sql: String, _ values: [SQLiteValue] = [], _ read: (Row) throws(LedgerError) -> Value
    ) throws(LedgerError) -> [Value] {
        let statement = try prepared(sql)
        defer { statement.reset() }
        let bound = statement.bind(values)
        guard bound == SQLITE_OK else { throw error(bound, sql) }
        var result: [Value] = []
        while true {
            switch sqlite3_step(statement.handle) {
            case SQLITE_ROW: result.append(try read(Row(statement: statement.handle)))
            case SQLITE_DONE: return result
            case let code: throw error(code, sql)
            }
        }
    }

    /// Runs one statement and makes a value of its first row, if it has one.
    func firstRow<Value>(
        _ sql: String, _ values: [SQLiteValue] = [], _ read: (Row) throws(LedgerError) -> Value
    ) throws(LedgerError) -> Value? {
        try rows(sql, values, read).first
    }

    /// All that `body` writes, or nothing of it. Durable when this returns.
    func transaction<Result>(_ body: () throws(LedgerError) -> Result) throws(LedgerError) -> Result {
        // One that could not be rolled back, for want of memory say, would be in the way of all later ones.
        if sqlite3_get_autocommit(handle) == 0 { try run("ROLLBACK") }
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // SQLite has rolled back by itself after some failures, a full disk among them.
            if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// One spelling for one file, so that two names of it share one lock.
    private static func canonical(_ path: String) throws(LedgerError) -> String {
        let file = URL(fileURLWithPath: path)
        if let resolved = realpath(file.path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        let folder = file.deletingLastPathComponent().path
        guard let resolved = realpath(folder, nil) else {
            throw .unwritable(path: folder, reason: String(cString: strerror(errno)))
        }
        defer { free(resolved) }
        return URL(fileURLWithPath: String(cString: resolved)).appendingPathComponent(file.lastPathComponent).path
    }

    private func prepared(_ sql: String) throws(LedgerError) -> Statement {
        if let statement = statements[sql] { return statement }
        var made: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
        guard code == SQLITE_OK, let made else { throw error(code, sql) }
        let statement = Statement(handle: made)
        statements[sql] = statement
        return statement
    }

    private func error(_ code: Int32, _ sql: String) -> LedgerError {
        LedgerError(path: path, sql: sql, code: code, message: String(cString: sqlite3_errmsg(handle)))
    }
}

/// A prepared statement, kept for the connection's life.
private final class Statement {
    let handle: OpaquePointer

    init(handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Gives each parameter its value, or the reason why not: a text can be too long, or memory lacking.
    func bind(_ values: [SQLiteValue]) -> Int32 {
        guard sqlite3_bind_parameter_count(handle) == Int32(values.count) else { return SQLITE_RANGE }
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, value) in zip(Int32(1)..., values) {
            let code =
                switch value {
                case .null: sqlite3_bind_null(handle, index)
                case .integer(let number): sqlite3_bind_int64(handle, index, number)
                case .text(let text): sqlite3_bind_text(handle, index, text, Int32(clamping: text.utf8.count), copied)
                }
            guard code == SQLITE_OK else { return code }
        }
        return SQLITE_OK
    }

    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }
}
