import AppStoreData

/// The layout of a ledger's file.
enum LedgerSchema {
    /// Marks a file as a purchase ledger: “STKL” in ASCII.
    static let applicationID: Int64 = 0x5354_4B4C

    /// Opens the file and brings it up to date.
    static func open(
        _ path: String, migrations: [Migration] = LedgerSchema.migrations, at now: Timestamp
    ) throws(LedgerError) -> Database {
        let database = try Database(path: path)
        try claim(database)
        let mode = try database.firstRow("PRAGMA journal_mode = WAL") { $0.text(0) }
        guard mode == "wal" else {
            throw .unwritable(path: database.path, reason: "its file system cannot hold a write-ahead log")
        }
        // A commit has reached the disk when it returns. The fullfsync settings say so to Apple's platforms, where
        // an ordinary fsync may stop at the drive's cache; elsewhere they do nothing.
        for setting in ["synchronous = FULL", "fullfsync = 1", "checkpoint_fullfsync = 1", "foreign_keys = 1"] {
            try database.run("PRAGMA \(setting)")
        }
        try Migration.run(migrations, on: database, at: now)
        return database
    }

    /// Refuses a database that something else made, before anything in it is changed.
    private static func claim(_ database: Database) throws(LedgerError) {
        let found = try database.firstRow("PRAGMA application_id") { $0.integer(0) }
        guard found != applicationID else { return }
        let objects = try database.firstRow("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
        guard found == 0, objects == 0 else {
            throw .notALedger(path: database.path, reason: "it is a database that another program made")
        }
        try database.run("PRAGMA application_id = \(applicationID)")
    }

    static let migrations = [
        Migration(
            name: "evidence, purchases, events and entries",
            sql: """
                -- What arrived, word for word, and what it says about the things that change. All else follows from it.
                CREATE TABLE evidence (
                    id INTEGER PRIMARY KEY,
                    environment TEXT NOT NULL,
                    transaction_id TEXT NOT NULL,
                    signed_date INTEGER NOT NULL,
                    revocation_date INTEGER,
                    revocation_type TEXT,
                    revocation_percentage INTEGER,
                    is_upgraded INTEGER NOT NULL,
                    expiration_date INTEGER,
                    jws TEXT NOT NULL,
                    -- 1 for what says something else than the purchase about a thing that never changes. Nothing follows from it.
                    contradicts INTEGER NOT NULL,
                    received_at INTEGER NOT NULL,
                    arrivals INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX evidence_by_transaction ON evidence (environment, transaction_id, signed_date);

                -- What the latest evidence of each transaction says.
                CREATE TABLE purchase (
                    environment TEXT NOT NULL,
                    transaction_id TEXT NOT NULL,
                    original_transaction_id TEXT,
                    product_id TEXT NOT NULL,
                    product_type TEXT NOT NULL,
                    quantity INTEGER NOT NULL,
                    app_account_token TEXT,
                    purchase_date INTEGER NOT NULL,
                    price INTEGER,
                    currency TEXT,
                    signed_date INTEGER NOT NULL,
                    expiration_date INTEGER,
                    revocation_date INTEGER,
                    revocation_type TEXT,
                    revocation_percentage INTEGER,
                    is_upgraded INTEGER NOT NULL,
                    PRIMARY KEY (environment, transaction_id)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX purchase_by_product ON purchase (environment, product_id, purchase_date);

                CREATE TABLE event (
                    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                    environment TEXT NOT NULL,
                    transaction_id TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    ordinal INTEGER NOT NULL,
                    signed_date INTEGER NOT NULL,
                    date INTEGER,
                    revocation_type TEXT,
                    revocation_percentage INTEGER,
                    recorded_at INTEGER NOT NULL,
                    UNIQUE (environment, transaction_id, kind, ordinal),
                    FOREIGN KEY (environment, transaction_id) REFERENCES purchase
                ) STRICT;

                -- The movements of each consumable's balance.
                CREATE TABLE entry (
                    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                    environment TEXT NOT NULL,
                    product_id TEXT NOT NULL,
                    amount INTEGER NOT NULL,
                    balance INTEGER NOT NULL,
                    event INTEGER UNIQUE REFERENCES event,
                    spend_id TEXT UNIQUE,
                    recorded_at INTEGER NOT NULL,
                    CHECK ((event IS NULL) <> (spend_id IS NULL))
                ) STRICT;
                CREATE INDEX entry_by_product ON entry (environment, product_id, sequence);
                """)
    ]
}
