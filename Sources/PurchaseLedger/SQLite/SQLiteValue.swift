#if canImport(CSQLite)
    import CSQLite
#else
    import SQLite3
#endif

/// A value that a statement takes.
enum SQLiteValue {
    case null
    case integer(Int64)
    case text(String)

    static func integer(_ value: Int64?) -> SQLiteValue { value.map(SQLiteValue.integer) ?? .null }

    static func text(_ value: String?) -> SQLiteValue { value.map(SQLiteValue.text) ?? .null }
}

/// A row that a statement gave, valid until the statement is stepped again.
struct Row {
    let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(statement, column)
    }

    func optionalInteger(_ column: Int32) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : integer(column)
    }

    func text(_ column: Int32) -> String {
        optionalText(column) ?? ""
    }

    func optionalText(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
