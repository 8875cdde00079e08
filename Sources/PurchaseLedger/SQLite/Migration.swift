import AppStoreData

/// One named step from an older layout of the file to a newer one. A step that has been released is never edited.
struct Migration {
    var name: String
    var sql: String

    /// Brings the file up to the last of `migrations`, each step wholly or not at all.
    ///
    /// - Throws: `LedgerError.newerSchema` if the file has had a step that is not among `migrations`.
    static func run(_ migrations: [Migration], on database: Database, at now: Timestamp) throws(LedgerError) {
        try database.run(
            """
            CREATE TABLE IF NOT EXISTS migration (
                position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, applied_at INTEGER NOT NULL
            ) STRICT
            """)
        let applied = try database.rows("SELECT name FROM migration ORDER BY position") { $0.text(0) }
        for (name, known) in zip(applied, migrations.map(\.name)) where name != known {
            throw .newerSchema(path: database.path, migration: name)
        }
        if applied.count > migrations.count {
            throw .newerSchema(path: database.path, migration: applied[migrations.count])
        }
        for (position, migration) in migrations.enumerated().dropFirst(applied.count) {
            try database.transaction { () throws(LedgerError) in
                try database.execute(migration.sql)
                try database.run(
                    "INSERT INTO migration (position, name, applied_at) VALUES (?, ?, ?)",
                    [.integer(Int64(position + 1)), .text(migration.name), .integer(now.rawValue)])
            }
        }
    }
}
