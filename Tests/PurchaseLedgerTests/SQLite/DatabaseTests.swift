import Foundation
import Testing

@testable import PurchaseLedger

@Suite struct DatabaseTests {
    let folder: TemporaryFolder
    let database: Database

    init() throws {
        folder = try TemporaryFolder()
        database = try Database(path: folder.file.path)
        try database.execute("CREATE TABLE a (x INTEGER) STRICT")
    }

    @Test(arguments: [0, 1, 3])
    func aStatementTakesOneValueForEachParameter(count: Int) throws {
        let values = [SQLiteValue](repeating: .integer(7), count: count)
        let error = #expect(throws: LedgerError.self) { try database.rows("SELECT ?, ?", values) { $0.integer(0) } }
        guard case .database(_, "SELECT ?, ?", 25, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try database.rows("SELECT ?, ?", [.integer(7), .null]) { $0.optionalInteger(1) } == [nil])
    }

    @Test func aTransactionThatWasLeftOpenIsNotInTheWayOfTheNext() throws {
        try database.execute("BEGIN; INSERT INTO a VALUES (1)")
        try database.transaction { () throws(LedgerError) in try database.run("INSERT INTO a VALUES (2)") }
        #expect(try database.rows("SELECT x FROM a") { $0.integer(0) } == [2])
    }
}
