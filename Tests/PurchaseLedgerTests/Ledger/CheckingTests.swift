import AppStoreData
import Foundation
import Testing

@testable import PurchaseLedger

@Suite struct CheckingTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A ledger of a purchase that was refunded, one that was spent from, one whose refund was taken back after a part of
    /// it was gone, and a subscription; in whose file something was changed.
    ///
    /// Its entries: 1 and 2 for transaction 1, 3 for transaction 2, 4 the spend, 5 to 7 for transaction 3.
    func faults(after sql: String) async throws -> [String] {
        let ledger = try folder.ledger()
        let text = SignedText(id: "1", quantity: 5)
        try await ledger.apply(signedTransaction: text.jws)
        try await ledger.apply(signedTransaction: text.revoked(1_500, signed: 2_000).jws)
        try await ledger.apply(signedTransaction: SignedText(id: "2", quantity: 3).jws)
        try await ledger.spend(1, of: "coins", in: .xcode, id: "sword")
        let gems = SignedText(id: "3", productID: "gems", quantity: 2)
        try await ledger.apply(signedTransaction: gems.jws)
        try await ledger.apply(signedTransaction: gems.revoked(1_500, signed: 2_000).jws)
        try await ledger.apply(signedTransaction: gems.signed(3_000).jws)
        try await ledger.apply(signedTransaction: SignedText(id: "4", productID: "pro", type: .autoRenewable).jws)
        let contradiction = try SignedText(id: "2", quantity: 300).signed(9_000).jws
        await #expect(throws: LedgerError.self) { try await ledger.apply(signedTransaction: contradiction) }
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
        ("DELETE FROM evidence WHERE transaction_id = '4'", "transaction 4 in Xcode has no evidence"),
        ("DELETE FROM evidence WHERE revocation_date IS NOT NULL", "transaction 1 in Xcode is not its latest version"),
        ("DELETE FROM purchase WHERE transaction_id = '4'", "transaction 4 in Xcode is not its latest version"),
        ("UPDATE purchase SET revocation_date = NULL", "transaction 1 in Xcode is not its latest version"),
        ("UPDATE purchase SET quantity = 300", "transaction 2 in Xcode is not its latest version"),
        ("UPDATE purchase SET price = 1", "transaction 2 in Xcode is not its latest version"),
        ("UPDATE purchase SET product_id = 'x'", "transaction 2 in Xcode is not its latest version"),
        ("UPDATE purchase SET app_account_token = 'x'", "transaction 2 in Xcode is not its latest version"),
        ("UPDATE purchase SET revocation_percentage = 7", "transaction 1 in Xcode is not its latest version"),
    ])
    func aTransactionThatIsNotItsLatestTextIsFound(change: String, fault: String) async throws {
        try await expect(fault, after: change)
    }

    @Test(arguments: [
        (
            "UPDATE evidence SET jws = 'a.b.c' WHERE id = 3",
            "the signed text 3 of transaction 2 in Xcode cannot be read"
        ),
        (
            "UPDATE evidence SET signed_date = 7 WHERE id = 3",
            "the signed text 3 of transaction 2 in Xcode does not say"
        ),
        ("UPDATE evidence SET revocation_type = 'x' WHERE id = 1", "the signed text 1 of transaction 1 in Xcode does"),
        (
            "UPDATE evidence SET transaction_id = '2' WHERE id = 1",
            "the signed text 1 of transaction 2 in Xcode is one of transaction 1 in Xcode"
        ),
        ("UPDATE evidence SET contradicts = 0", "Transaction 2 is recorded with quantity “300” and now says “3”"),
        (
            "UPDATE evidence SET contradicts = 1 WHERE id = 2",
            "the signed text 2 of transaction 1 in Xcode is set aside, and contradicts nothing"
        ),
    ])
    func evidenceThatIsNotWhatItWasIsFound(change: String, fault: String) async throws {
        try await expect(fault, after: change)
    }

    @Test func aTextThatCannotBeReadHidesNoOtherFault() async throws {
        let faults = try await faults(
            after: """
                UPDATE evidence SET jws = '' WHERE transaction_id = '2';
                UPDATE purchase SET price = 1 WHERE transaction_id = '4';
                """)
        #expect(faults.count { $0.contains("cannot be read") } == 2)
        #expect(faults.contains("transaction 4 in Xcode is not its latest version"))
    }

    @Test(arguments: [
        ("UPDATE event SET kind = 'upgrade' WHERE sequence = 2", "the events of transaction 1 in Xcode differ"),
        ("UPDATE event SET date = 7 WHERE sequence = 1", "the events of transaction 1 in Xcode differ"),
        (
            "UPDATE event SET revocation_percentage = 7 WHERE sequence = 2",
            "the events of transaction 1 in Xcode differ"
        ),
        ("DELETE FROM event WHERE sequence = 7", "the events of transaction 4 in Xcode differ"),
        (
            "INSERT INTO event SELECT NULL, environment, transaction_id, kind, 2, signed_date, date, NULL, NULL, 0 FROM event LIMIT 1",
            "the events of transaction 1 in Xcode differ"
        ),
        ("UPDATE event SET transaction_id = '9' WHERE sequence = 7", "row 7 of the table event belongs to no purchase"),
    ])
    func eventsThatDoNotFollowFromTheEvidenceAreFound(change: String, fault: String) async throws {
        try await expect(fault, after: change)
    }

    @Test(arguments: [
        ("DELETE FROM entry WHERE event = 3", "event 3 of a consumable has not moved its balance"),
        (
            "UPDATE entry SET balance = balance + 1 WHERE spend_id = 'sword'",
            "entry 4 of coins in Xcode does not add up"
        ),
        (
            "UPDATE entry SET amount = 1, balance = 4 WHERE spend_id = 'sword'",
            "the spend “sword” of coins has moved the balance by 1"
        ),
        (
            "UPDATE entry SET amount = 1000, balance = 1000 WHERE event = 3",
            "event 3, a purchase of 3 pieces, has moved the balance by 1000"
        ),
        (
            "UPDATE entry SET amount = 1, balance = balance + 6 WHERE event = 2",
            "event 2, a revocation of 5 pieces, has moved the balance by 1"
        ),
        (
            "UPDATE entry SET amount = -6, balance = balance - 1 WHERE event = 2",
            "event 2, a revocation of 5 pieces, has moved the balance by -6"
        ),
        (
            "UPDATE entry SET amount = 1, balance = 1 WHERE event = 6",
            "event 6, a revocationReversal of 2 pieces, has moved the balance by 1"
        ),
        (
            "UPDATE entry SET amount = 0, balance = 0 WHERE event = 6",
            "transaction 3 in Xcode has had 2 pieces taken back, of 0 at most"
        ),
        (
            "UPDATE entry SET product_id = 'gold' WHERE event = 3",
            "entry 3 of gold in Xcode belongs to transaction 2 in Xcode of coins"
        ),
        (
            "UPDATE entry SET environment = 'Production' WHERE event = 3",
            "entry 3 of coins in Production belongs to transaction 2 in Xcode"
        ),
        (
            "INSERT INTO entry VALUES (NULL, 'Xcode', 'pro', 1, 1, 7, NULL, 0)",
            "entry 8 of pro in Xcode belongs to transaction 4 in Xcode of pro, a Auto-Renewable Subscription"
        ),
        ("UPDATE entry SET event = 99 WHERE event = 3", "row 3 of the table entry belongs to no event"),
    ])
    func entriesThatDoNotFollowFromTheEventsAreFound(change: String, fault: String) async throws {
        try await expect(fault, after: change)
    }

    private func expect(_ fault: String, after change: String) async throws {
        let faults = try await faults(after: change)
        #expect(faults.contains { $0.hasPrefix(fault) }, "\(faults)")
    }
}
