import StoreTransactionKit
import Testing

@MainActor @Suite struct HistoryTests {
    let app: TestApp
    var appStore: ScriptedAppStore { app.appStore }
    var ledger: Ledger { app.ledger }

    init() throws {
        app = try TestApp()
    }

    @Test func theNewestComesFirstAndWhatWasRevokedIsThere() async throws {
        for id: UInt64 in [3, 1, 2] {
            appStore.purchase(id, "plus", isFinished: true)
            appStore.change(100)
        }
        appStore.purchase(9, "pro", isFinished: true)
        let store = await app.launched()
        appStore.refund(1)
        let history = try await store.history(for: "plus")
        #expect(history.map(\.id) == [2, 1, 3])
        #expect(history.map { $0.revocationDate != nil } == [false, true, false])
        try await store.close()
    }

    @Test func whatIsNotVerifiedIsLeftOutAndReported() async throws {
        appStore.purchase(1, "plus", isFinished: true)
        appStore.purchase(2, "plus", isFinished: true)
        let store = await app.launched()
        appStore.forge(2)
        #expect(try await store.history(for: "plus").map(\.id) == [1])
        try await store.close()
        #expect(ledger.sources == [.directOperation(.history)])
    }

    @Test func aProductNeverBoughtHasAnEmptyHistory() async throws {
        let store = await app.launched()
        #expect(try await store.history(for: "plus").isEmpty)
        try await store.close()
    }

    @Test func readingAHistoryHandlesNothing() async throws {
        let store = await app.launched()
        appStore.purchase(1, "plus")
        #expect(try await store.history(for: "plus").map(\.id) == [1])
        #expect(ledger.calls.isEmpty)
        #expect(appStore.unfinished == [1])
        try await store.close()
    }
}
