import AppStoreData
import Foundation
import Testing

@testable import PurchaseLedger

@Suite struct MigrationTests {
    let folder: TemporaryFolder
    let first = Migration(name: "first", sql: "CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (1);")
    let second = Migration(name: "second", sql: "ALTER TABLE a ADD COLUMN y INTEGER NOT NULL DEFAULT 7;")

    init() throws {
        folder = try TemporaryFolder()
    }

    func open(_ migrations: [Migration]) throws -> Database {
        try LedgerSchema.open(folder.file.path, migrations: migrations, at: Timestamp(rawValue: 0))
    }

    @Test func aFileIsBroughtUpToDateWithWhatItHolds() throws {
        do { _ = try open([first]) }
        let database = try open([first, second])
        #expect(try database.rows("SELECT x, y FROM a") { [$0.integer(0), $0.integer(1)] } == [[1, 7]])
    }

    @Test func aStepRunsOnce() throws {
        for _ in 0..<3 { _ = try open([first]) }
        let database = try open([first])
        #expect(try database.rows("SELECT x FROM a") { $0.integer(0) } == [1])
    }

    @Test func aFileOfANewerVersionIsRefusedByTheStepThatIsUnknown() throws {
        do { _ = try open([first, second]) }
        let error = #expect(throws: LedgerError.self) { try open([first]) }
        #expect(error == .newerSchema(path: folder.file.path, migration: "second"))
        #expect(throws: LedgerError.newerSchema(path: folder.file.path, migration: "first")) {
            try open([second, first])
        }
    }

    @Test func aStepThatFailsLeavesNothingBehind() throws {
        let broken = Migration(
            name: "broken", sql: "CREATE TABLE b (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1);")
        let error = #expect(throws: LedgerError.self) { try open([first, broken]) }
        guard case .database(let path, let sql, _, let message) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path == folder.file.path)
        #expect(sql == broken.sql)
        #expect(message.contains("nowhere"))
        let database = try open([first, second])
        #expect(try database.rows("SELECT name FROM sqlite_schema WHERE name = 'b'") { $0.text(0) } == [])
    }

    @Test func aDatabaseOfAnotherProgramIsRefusedAndLeftAsItIs() throws {
        do {
            let database = try Database(path: folder.file.path)
            try database.execute("CREATE TABLE theirs (x INTEGER)")
        }
        let before = try Data(contentsOf: folder.file)
        let error = #expect(throws: LedgerError.self) { try open(LedgerSchema.migrations) }
        guard case .notALedger = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try Data(contentsOf: folder.file) == before)
    }

    @Test func theNewestLayoutIsWhatTheLedgerExpects() throws {
        let database = try open(LedgerSchema.migrations)
        #expect(try database.rows("SELECT name FROM migration") { $0.text(0) } == LedgerSchema.migrations.map(\.name))
        #expect(Set(LedgerSchema.migrations.map(\.name)).count == LedgerSchema.migrations.count)
        #expect(try database.rows("PRAGMA synchronous") { $0.integer(0) } == [2])
        #expect(try database.rows("PRAGMA journal_mode") { $0.text(0) } == ["wal"])
    }
}
