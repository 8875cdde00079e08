import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct SavingTests {
    private struct Full: Error {}

    private func withTemporaryFile(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appending(path: "store.json"))
    }

    private func goOn(_ machine: StoreMachine, at date: Date) -> SimulatedAppStore {
        SimulatedAppStore(machine: machine, clock: .manual(startingAt: date), signer: plainSigner)
    }

    @Test func aSavedStoreGoesOnAsIfNothingHadHappened() throws {
        try withTemporaryFile { file in
            let first = makeStore()
            let phone = first.device(named: "phone")
            try phone.buy("pro.monthly")
            try phone.buy("coins")
            try phone.finish(transactionID: 1)
            try first.machine.save(to: file)
            let second = goOn(try StoreMachine(savedIn: file), at: start)
            for store in [first, second] { try store.advance(by: .seconds(40 * 86_400)) }
            let phones = [first, second].map { $0.device(named: "phone") }
            let lists = try phones.map { try $0.transactions(.all(productID: nil)).transactions.map { try $0.jws() } }
            #expect(lists[0].count == 2)
            #expect(lists[0] == lists[1])
            #expect(phones[0].deviceVerificationID == phones[1].deviceVerificationID)
        }
    }

    @Test func whatFellDueWhileTheStoreWasNotRunningIsDoneAtItsTime() throws {
        let first = makeStore()
        try first.device(named: "phone").buy("pro.monthly")
        let second = goOn(try first.machine, at: start.addingTimeInterval(65 * 86_400))
        let periods = try second.device(named: "phone").list(.all(productID: nil))
        #expect(periods.map(\.transactionID) == ["2", "1", "0"])
        #expect(periods[1].signedDate == periods[1].purchaseDate)
    }

    @Test func aStoreDoesNotGoBackBeforeItsSavedTime() throws {
        let first = makeStore()
        try first.advance(by: .seconds(100))
        try first.device(named: "phone").buy("coins")
        #expect(goOn(try first.machine, at: start).now == start.addingTimeInterval(100))
        let real = SimulatedAppStore(machine: try first.machine, signer: plainSigner)
        #expect(real.now >= start.addingTimeInterval(100))
    }

    @Test func theStateIsHandedOnBeforeAnyDelivery() throws {
        let order = Lock<[String]>([])
        let store = SimulatedAppStore(
            configuration: .sample, app: AppIdentity(bundleID: "a"), clock: .manual(startingAt: start), seed: 1,
            signer: plainSigner
        ) { machine in
            let count = machine.allTransactions(account: SimulatedAppStore.defaultAccount).count
            order.withLock { $0.append("saved \(count)") }
        }
        let device = store.device(named: "phone")
        let token = device.listen { _, _ in order.withLock { $0.append("told") } }
        order.withLock { $0 = [] }
        try device.buy("pro.monthly") { $0.isMadeInApp = false }
        #expect(order.withLock { $0 } == ["saved 1", "told", "told"])
        try store.advance(by: .seconds(28 * 86_400))
        #expect(order.withLock { $0 } == ["saved 1", "told", "told", "saved 2", "told", "told"])
        token.cancel()
    }

    @Test func whatCannotBeSavedDoesNotHappen() throws {
        let isFull = Lock(false)
        let store = SimulatedAppStore(
            configuration: .sample, app: AppIdentity(bundleID: "a"), clock: .manual(startingAt: start), seed: 1,
            signer: plainSigner
        ) { _ in
            if isFull.withLock({ $0 }) { throw Full() }
        }
        let inbox = Inbox(store.device(named: "phone"))
        try inbox.device.buy("pro.monthly")
        _ = inbox.take()
        isFull.withLock { $0 = true }
        #expect(throws: AppStoreConnectionError.self) { try inbox.device.buy("coins") { $0.isMadeInApp = false } }
        #expect(throws: StoreRefusal.notSaved(reason: "Full()")) { try store.refund(transactionID: 0) }
        #expect(throws: StoreRefusal.notSaved(reason: "Full()")) { try store.advance(by: .seconds(40 * 86_400)) }
        #expect(inbox.take().isEmpty)
        isFull.withLock { $0 = false }
        #expect(inbox.take().isEmpty)
        #expect(try inbox.device.lines(.all(productID: nil)) == ["pro.monthly 1 renewal", "pro.monthly 0"])
        #expect(inbox.take() == ["pro.monthly 1 renewal", "status: active 1 renews"])
    }

    @Test(arguments: ["", "{}", "[]", #"{"now": 1}"#])
    func aFileThatIsNoSavedStoreIsRefused(content: String) throws {
        try withTemporaryFile { file in
            try Data(content.utf8).write(to: file)
            let error = try #require(throws: SavedStoreError.self) { try StoreMachine(savedIn: file) }
            #expect(error.file == file.path)
            #expect(error.problem.contains("no saved store"))
        }
    }

    @Test func aFileThatIsNotThereOrCannotBeWrittenIsRefused() throws {
        let nowhere = URL(filePath: "/no/such/folder/store.json")
        #expect(throws: SavedStoreError.self) { try StoreMachine(savedIn: nowhere) }
        let machine = try makeStore().machine
        #expect(throws: SavedStoreError.self) { try machine.save(to: nowhere) }
    }

    /// Places in a saved store are numbers that index lists: a store that was tampered with must not lead astray.
    @Test(arguments: [
        (#""account":0"#, #""account":9"#), (#""subscription":0"#, #""subscription":9"#),
        (#""nextID":1"#, #""nextID":0"#), (#""base":0"#, #""base":7"#), (#""sharedTo":[]"#, #""sharedTo":[4]"#),
        (#""now":1769860800000"#, #""now":9223372036854775807"#),
        (#""due":1772280000000"#, #""due":-9223372036854775808"#),
        (#""period":"P1M""#, #""period":"P0M""#),
    ])
    func aSavedStoreWhosePlacesDoNotExistIsRefused(old: String, new: String) throws {
        let store = makeStore()
        try store.device(named: "phone").buy("pro.monthly")
        let text = String(decoding: try JSONEncoder().encode(store.machine), as: UTF8.self)
        #expect(text.contains(old))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(StoreMachine.self, from: Data(text.replacing(old, with: new).utf8))
        }
    }
}
