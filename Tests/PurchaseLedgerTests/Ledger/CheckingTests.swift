import AppStoreData
import Foundation
import Testing

@testable import PurchaseLedger

@Suite struct CheckingTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A ledger with a purchase that was refunded and one that was spent from, in whose file something was changed.
    func faults(after sql: String) async throws -> [String] {
        let ledger = try folder.ledger()
        let text = SignedText(id: "1", quantity: 5)
        try await ledger.apply(signedTransaction: text.jws)
        try await ledger.apply(signedTransaction: text.revoked(1_500, signed: 2_000).jws)
        try await ledger.apply(signedTransaction: SignedText(id: "2", quantity: 3).jws)
        try await ledger.spend(1, of: "coins", in: .xcode, id: "sword")
        await ledger.close()
        do {
            let database = try Database(path: folder.file.path)
            try database.execute(sql)
        }
        return try await folder.ledger().check()
    }

    @Test func aLedgerThatAgreesWithItsEvidenceHasNoFaults() async throws {
        #expect(try await faults(after: "SELECT 1") == [])
    }

    @Test(arguments: [
        ("DELETE FROM evidence WHERE transaction_id = '2'", "transaction 2 in Xcode has no evidence"),
        ("DELETE FROM evidence WHERE revocation_date IS NOT NULL", "transaction 1 in Xcode is not its latest version"),
        ("UPDATE purchase SET revocation_date = NULL", "transaction 1 in Xcode is not its latest version"),
        ("UPDATE event SET kind = 'upgrade' WHERE kind = 'revocation'", "the events of transaction 1 in Xcode differ"),
        ("UPDATE event SET date = 7 WHERE sequence = 1", "the events of transaction 1 in Xcode differ"),
        ("DELETE FROM entry WHERE event = 3", "event 3 of a consumable has not moved its balance"),
        (
            "UPDATE entry SET balance = balance + 1 WHERE spend_id = 'sword'",
            "entry 4 of coins in Xcode does not add up"
        ),
        (
            "UPDATE entry SET amount = 4, balance = balance + 1 WHERE event = 3",
            "event 3 of 3 pieces has moved the balance by 4"
        ),
    ])
    func whatDoesNotAgreeIsFound(change: String, fault: String) async throws {
        let faults = try await faults(after: change)
        #expect(faults.contains { $0.hasPrefix(fault) }, "\(faults)")
    }
}
