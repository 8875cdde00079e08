import AppStoreData
import Foundation
import PurchaseLedger
import Testing

@Suite struct ApplyingTests {
    let folder: TemporaryFolder
    let ledger: SQLiteLedger

    init() throws {
        folder = try TemporaryFolder()
        ledger = try folder.ledger(at: 5)
    }

    func kinds(_ id: String = "1") async throws -> [LedgerEvent.Kind] {
        try await ledger.events(ofTransaction: id, in: .xcode).map(\.kind)
    }

    @Test func aPurchaseIsRecordedOnceHoweverOftenItComes() async throws {
        let text = SignedText(quantity: 3)
        let first = try text.jws
        #expect(try await ledger.apply(signedTransaction: first).isNew)
        #expect(try await !ledger.apply(signedTransaction: first).isNew)
        #expect(
            try await !ledger.apply(signedTransaction: text.jws).isNew, "signed again: another text, the same version")
        #expect(
            try await !ledger.apply(signedTransaction: text.signed(2_000).jws).isNew, "a later version, nothing changed"
        )
        let counts = try await ledger.counts()
        #expect((counts.transactions, counts.events, counts.entries) == (1, 1, 1))
        #expect(counts.versions == 2)
        #expect(counts.arrivals == 4)
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 3)
    }

    @Test func theOutcomeSaysWhatWasRecordedAndWhen() async throws {
        let outcome = try await ledger.apply(signedTransaction: SignedText(signed: 7_000).jws)
        let event = try #require(outcome.newEvents.first)
        #expect(outcome.newEvents.count == 1)
        #expect(event.sequence == 1)
        #expect(event.environment == .xcode)
        #expect(event.transactionID == "1")
        #expect(event.productID == "coins")
        #expect(event.kind == .purchase)
        #expect(event.signedDate == Timestamp(rawValue: 7_000))
        #expect(event.date == Timestamp(rawValue: 1_000), "the purchase date")
        #expect(event.recordedAt == Timestamp(rawValue: 5_000), "by the ledger's clock")
        #expect(outcome.transaction.price == 990)
        #expect(try await ledger.transaction(id: "1", in: .xcode) == outcome.transaction)
    }

    @Test func aRevocationAndItsReversalAreEventsOfTheirOwn() async throws {
        let text = SignedText(productID: "lifetime", type: .nonConsumable)
        try await ledger.apply(signedTransaction: text.jws)
        #expect(try await ledger.apply(signedTransaction: text.revoked(1_500, signed: 2_000).jws).isNew)
        #expect(try await ledger.transaction(id: "1", in: .xcode)?.revocationDate == Timestamp(rawValue: 1_500))
        #expect(try await ledger.apply(signedTransaction: text.signed(3_000).jws).isNew)
        #expect(try await ledger.transaction(id: "1", in: .xcode)?.revocationDate == nil)
        #expect(try await ledger.apply(signedTransaction: text.revoked(3_500, signed: 4_000).jws).isNew)
        #expect(try await kinds() == [.purchase, .revocation, .revocationReversal, .revocation])
        #expect(try await ledger.events(ofTransaction: "1", in: .xcode).map(\.ordinal) == [1, 1, 1, 2])
    }

    @Test func aTransactionFirstSeenRevokedHasBothEvents() async throws {
        let outcome = try await ledger.apply(signedTransaction: SignedText().revoked(1_500, signed: 2_000).jws)
        #expect(outcome.newEvents.map(\.kind) == [.purchase, .revocation])
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 0)
    }

    @Test func anUpgradeAndAMovedExpirationAreEventsOfTheirOwn() async throws {
        let text = SignedText(productID: "pro", type: .autoRenewable).signed(1_000) {
            $0.expiresDate = Timestamp(rawValue: 9_000)
        }
        try await ledger.apply(signedTransaction: text.jws)
        let extended = text.signed(2_000) { $0.expiresDate = Timestamp(rawValue: 12_000) }
        let outcome = try await ledger.apply(signedTransaction: extended.jws)
        #expect(outcome.newEvents.map(\.date) == [Timestamp(rawValue: 12_000)])
        try await ledger.apply(signedTransaction: extended.signed(3_000) { $0.isUpgraded = true }.jws)
        #expect(try await kinds() == [.purchase, .expirationChange, .upgrade])
        let transaction = try await ledger.transaction(id: "1", in: .xcode)
        #expect(transaction?.isUpgraded == true)
        #expect(transaction?.expirationDate == Timestamp(rawValue: 12_000))
    }

    @Test func anOlderVersionThatArrivesLateDoesNotUndoANewerOne() async throws {
        let text = SignedText()
        try await ledger.apply(signedTransaction: text.revoked(1_500, signed: 2_000).jws)
        let outcome = try await ledger.apply(signedTransaction: text.jws)
        #expect(!outcome.isNew)
        #expect(outcome.transaction.revocationDate == Timestamp(rawValue: 1_500))
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 0)
    }

    @Test func whatALateVersionTellsOfThePastIsRecordedToo() async throws {
        let text = SignedText(quantity: 2)
        try await ledger.apply(signedTransaction: text.jws)
        try await ledger.apply(signedTransaction: text.signed(3_000).jws)
        let outcome = try await ledger.apply(signedTransaction: text.revoked(1_500, signed: 2_000).jws)
        #expect(outcome.newEvents.map(\.kind) == [.revocation, .revocationReversal])
        #expect(outcome.transaction.revocationDate == nil)
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 2)
    }

    @Test func aPurchaseFirstSeenLateHasTheDateOfItsEarliestVersion() async throws {
        let text = SignedText()
        try await ledger.apply(signedTransaction: text.signed(3_000).jws)
        try await ledger.apply(signedTransaction: text.signed(2_000).jws)
        let events = try await ledger.events(ofTransaction: "1", in: .xcode)
        #expect(events.map(\.signedDate) == [Timestamp(rawValue: 2_000)])
    }

    @Test(arguments: [false, true])
    func ofTwoVersionsSignedAtOnceTheRevokedOneCounts(revokedFirst: Bool) async throws {
        let text = SignedText()
        let texts = [text, text.revoked(1_000, signed: 1_000)]
        for text in revokedFirst ? texts.reversed() : texts {
            try await ledger.apply(signedTransaction: text.jws)
        }
        #expect(try await kinds() == [.purchase, .revocation])
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 0)
    }

    @Test func environmentsAreKeptApart() async throws {
        try await ledger.apply(signedTransaction: SignedText(quantity: 1, environment: .production).jws)
        try await ledger.apply(signedTransaction: SignedText(quantity: 5, environment: .sandbox).jws)
        #expect(try await ledger.balance(of: "coins", in: .production) == 1)
        #expect(try await ledger.balance(of: "coins", in: .sandbox) == 5)
        #expect(try await ledger.transactions(in: .production).map(\.quantity) == [1])
        #expect(try await ledger.counts().transactions == 2)
    }

    @Test func theSignedTextIsKeptWordForWord() async throws {
        let texts = [try SignedText().jws, try SignedText().revoked(1_500, signed: 2_000).jws]
        for text in texts.reversed() { try await ledger.apply(signedTransaction: text) }
        #expect(try await ledger.evidence(ofTransaction: "1", in: .xcode) == texts)
    }

    @Test func eventsAreReadOnFromWhereAReaderStopped() async throws {
        for id in 1...5 { try await ledger.apply(signedTransaction: SignedText(id: "\(id)").jws) }
        let first = try await ledger.events(limit: 2)
        #expect(first.map(\.transactionID) == ["1", "2"])
        let rest = try await ledger.events(after: first[1].sequence)
        #expect(rest.map(\.transactionID) == ["3", "4", "5"])
        #expect(try await ledger.events(after: 5).isEmpty)
    }

    @Test func transactionsAreListedByPurchaseDateAndProduct() async throws {
        try await ledger.apply(signedTransaction: SignedText(id: "10", purchased: 3_000).jws)
        try await ledger.apply(signedTransaction: SignedText(id: "9", purchased: 3_000).jws)
        try await ledger.apply(signedTransaction: SignedText(id: "11", productID: "gems", purchased: 2_000).jws)
        #expect(try await ledger.transactions(in: .xcode).map(\.id) == ["11", "9", "10"])
        #expect(try await ledger.transactions(of: "gems", in: .xcode).map(\.id) == ["11"])
        #expect(try await ledger.transactions(of: "pearls", in: .xcode).isEmpty)
    }

    @Test func aTransactionThatChangesWhatCannotChangeIsRefused() async throws {
        try await ledger.apply(signedTransaction: SignedText(quantity: 1).jws)
        let changed = try SignedText(quantity: 9).signed(2_000).jws
        await #expect(
            throws: LedgerError.contradiction(transactionID: "1", field: "quantity", recorded: "1", received: "9")
        ) { try await ledger.apply(signedTransaction: changed) }
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 1)
        #expect(try await ledger.counts().versions == 1)
    }

    @Test func aTextThatContradictsIsKeptOnceAndChangesNothing() async throws {
        let text = try SignedText(quantity: 1).jws
        let recorded = try await ledger.apply(signedTransaction: text).transaction
        let changed = SignedText(quantity: 9).signed(2_000)
        let first = try changed.jws
        for again in [first, first, try changed.jws] {
            await #expect(throws: LedgerError.self) { try await ledger.apply(signedTransaction: again) }
        }
        #expect(try await ledger.evidence(ofTransaction: "1", in: .xcode) == [text, first])
        let counts = try await ledger.counts()
        #expect((counts.contradictions, counts.versions, counts.arrivals, counts.events) == (1, 1, 1, 1))
        #expect(try await ledger.transaction(id: "1", in: .xcode) == recorded)
        try await ledger.apply(signedTransaction: SignedText(quantity: 1).revoked(1_500, signed: 3_000).jws)
        #expect(try await kinds() == [.purchase, .revocation], "what was refused does not count later either")
        #expect(try await ledger.check() == [])
    }

    @Test func theTypeAndThePercentageOfARevocationAreKept() async throws {
        let text = SignedText(productID: "lifetime", type: .nonConsumable)
        let outcome = try await ledger.apply(signedTransaction: text.prorated(50_000, signed: 2_000).jws)
        #expect(outcome.transaction.revocationType == .proratedRefund)
        #expect(outcome.transaction.revocationPercentage == 50_000)
        #expect(try await ledger.transaction(id: "1", in: .xcode) == outcome.transaction)
        #expect(outcome.newEvents.map(\.revocationType) == [nil, .proratedRefund])
        #expect(outcome.newEvents.map(\.revocationPercentage) == [nil, 50_000])
        #expect(try await ledger.events() == outcome.newEvents)
    }

    @Test func anotherPercentageIsARevocationAgain() async throws {
        let text = SignedText(productID: "lifetime", type: .nonConsumable)
        for (date, percentage) in [(2_000, 50_000), (3_000, 50_000), (4_000, 100_000), (5_000, 20_000)]
            as [(Int64, Int)]
        {
            try await ledger.apply(signedTransaction: text.prorated(percentage, signed: date).jws)
        }
        #expect(try await kinds() == [.purchase, .revocation, .revocation, .revocation])
        let events = try await ledger.events()
        #expect(events.map(\.revocationPercentage) == [nil, 50_000, 100_000, 20_000])
        #expect(events.map(\.signedDate.rawValue) == [2_000, 2_000, 4_000, 5_000])
        #expect(events[2].date == Timestamp(rawValue: 1_500), "the revocation date")
    }

    @Test func aLateVersionCorrectsHowMuchARevocationTook() async throws {
        let text = SignedText(quantity: 4)
        try await ledger.apply(signedTransaction: text.prorated(100_000, signed: 3_000).jws)
        let late = try await ledger.apply(signedTransaction: text.prorated(50_000, signed: 2_000).jws)
        #expect(late.newEvents.map(\.kind) == [.revocation])
        #expect(try await ledger.events().map(\.revocationPercentage) == [nil, 50_000, 100_000])
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 0)
        #expect(try await ledger.check() == [])
    }

    @Test(arguments: ["transactionId", "productId", "type", "environment", "purchaseDate", "signedDate"])
    func aPayloadWithoutANeededMemberIsRefusedByItsName(member: String) async throws {
        let payload = try JSONEncoder().encode(SignedText().payload)
        var members = try #require(try JSONSerialization.jsonObject(with: payload) as? [String: Any])
        members[member] = nil
        let jws = SignedText.compact(try JSONSerialization.data(withJSONObject: members))
        let error = await #expect(throws: LedgerError.self) { try await ledger.apply(signedTransaction: jws) }
        #expect(error == .unreadableTransaction(reason: "its payload has no member “\(member)”"))
        #expect(try await ledger.counts().transactions == 0)
    }

    @Test(arguments: ["", ".", "..", "a.b", "a.b.c.d", "{}.{}.{}", SignedText.compact(Array("[]".utf8))])
    func whatIsNoSignedTransactionIsRefused(text: String) async throws {
        let error = await #expect(throws: LedgerError.self) { try await ledger.apply(signedTransaction: text) }
        guard case .unreadableTransaction = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [0, -1])
    func aTransactionOfNothingIsRefused(quantity: Int) async throws {
        let text = try SignedText(quantity: quantity).jws
        await #expect(throws: LedgerError.invalidAmount(productID: "coins", amount: Int64(quantity))) {
            try await ledger.apply(signedTransaction: text)
        }
    }

    @Test func theOrderOfArrivalDoesNotMatter() async throws {
        for seed in 0..<UInt64(rounds(15, soak: 2_000)) {
            var generator = SeededGenerator(seed: seed)
            let versions = Self.randomVersions(using: &generator)
            let inOrder = try await Self.state(after: versions)
            let shuffled = (versions + versions.filter { _ in Bool.random(using: &generator) })
                .shuffled(using: &generator)
            let state = try await Self.state(after: shuffled)
            #expect(state == inOrder, "seed \(seed)")
            #expect(state.faults.isEmpty, "seed \(seed)")
        }
    }

    struct State: Equatable {
        var transactions: [LedgerTransaction]
        var events: Set<String>
        var balances: [String: Int64]
        var faults: [String]
    }

    static func state(after versions: [SignedText]) async throws -> State {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        for version in versions { try await ledger.apply(signedTransaction: version.jws) }
        let events = try await ledger.events().map { event in
            "\(event.transactionID) \(event.kind.rawValue) \(event.ordinal) \(event.signedDate) \(String(describing: event.date)) "
                + String(describing: event.revocationPercentage)
        }
        #expect(Set(events).count == events.count)
        return State(
            transactions: try await ledger.transactions(in: .xcode), events: Set(events),
            balances: try await ledger.balances(in: .xcode), faults: try await ledger.check())
    }

    /// Versions of a few transactions in the order of their signing, with refunds, reversals, upgrades and extensions.
    static func randomVersions(using generator: inout SeededGenerator) -> [SignedText] {
        (1...3).flatMap { id in
            let type = [ProductType.consumable, .autoRenewable].randomElement(using: &generator) ?? .consumable
            var text = SignedText(
                id: "\(id)", productID: type == .consumable ? "coins" : "pro", type: type,
                quantity: type == .consumable ? Int.random(in: 1...10, using: &generator) : 1)
            var versions = [text]
            for step in 1...Int.random(in: 1...6, using: &generator) {
                text = text.signed(1_000 + Int64(step) * Int64.random(in: 0...2, using: &generator)) { payload in
                    switch Int.random(in: 0..<5, using: &generator) {
                    case 0:
                        payload.revocationDate = Timestamp(rawValue: Int64.random(in: 1...3, using: &generator))
                        payload.revocationPercentage = nil
                    case 1: payload.revocationDate = nil
                    case 2:
                        payload.revocationDate = Timestamp(rawValue: Int64.random(in: 1...3, using: &generator))
                        payload.revocationPercentage = Int.random(in: 0...10, using: &generator) * 10_000
                    case 3: payload.isUpgraded = Bool.random(using: &generator)
                    default: payload.expiresDate = Timestamp(rawValue: Int64.random(in: 1...3, using: &generator))
                    }
                }
                versions.append(text)
            }
            return versions
        }
    }
}
