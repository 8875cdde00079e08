import StoreTransactionKit
import Testing

/// `refreshEntitlements()`: how often StoreKit is asked, and how fresh an answer is.
@MainActor @Suite struct RefreshingTests {
    let app: TestApp
    var appStore: ScriptedAppStore { app.appStore }
    var ledger: Ledger { app.ledger }

    init() throws {
        app = try TestApp()
    }

    @Test func callersDuringAPassShareTheNextOneAndSeeWhatHappenedBeforeTheyAsked() async throws {
        let store = await app.launched()
        let before = appStore.entitlementQueries
        ledger.held = [1]
        appStore.purchase(1, "coins")
        let first = Task { try await store.refreshEntitlements() }
        await eventually("with the handler") { ledger.inHand == 1 }
        appStore.purchase(2, "lifetime", isFinished: true)
        let others = (1...20).map { _ in Task { try await store.refreshEntitlements() } }
        for _ in 0..<100 { await Task.yield() }
        ledger.held = []
        _ = try await first.value
        for other in others {
            #expect(try await other.value.transactions.map(\.id) == [2])
        }
        #expect(appStore.entitlementQueries - before == 2)
        try await store.close()
    }

    @Test func aCallerNeverGetsAnAnswerOlderThanItsQuestion() async throws {
        let store = await app.launched()
        for id: UInt64 in 1...50 {
            appStore.purchase(id, "extra", isFinished: true)
            async let first = store.refreshEntitlements()
            async let second = store.refreshEntitlements()
            #expect(try await first.transactions.count == Int(id))
            #expect(try await second.transactions.count == Int(id))
        }
        try await store.close()
    }

    @Test func aCancelledCallerStopsWaitingAndThePassGoesOn() async throws {
        let store = await app.launched()
        ledger.held = [1]
        appStore.purchase(1, "lifetime")
        let call = Task { try await store.refreshEntitlements() }
        await eventually("with the handler") { ledger.inHand == 1 }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        ledger.held = []
        await eventually("published") { store.activeEntitlements == [.lifetime] }
        try await store.close()
        #expect(ledger.failures.isEmpty)
    }

    @Test func aCallerCancelledDuringTheStartupDoesNotDisturbIt() async throws {
        ledger.held = [1]
        appStore.purchase(1, "lifetime")
        let store = app.launch()
        let call = Task { try await store.refreshEntitlements() }
        await eventually("with the handler") { ledger.inHand == 1 }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        ledger.held = []
        await eventually("published") { store.activeEntitlements == [.lifetime] }
        #expect(ledger.calls == [1])
        try await store.close()
    }

    @Test func aCallerCancelledBeforehandCausesNoWork() async throws {
        let store = await app.launched()
        let queries = appStore.entitlementQueries
        let call = Task { try await store.refreshEntitlements() }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        try await store.close()
        #expect(appStore.entitlementQueries == queries)
    }

    @Test func aFailureInAnAbandonedRefreshIsReportedOnce() async throws {
        let store = await app.launched()
        ledger.held = [1]
        ledger.refused = [1]
        appStore.purchase(1, "coins")
        let call = Task { try await store.refreshEntitlements() }
        await eventually("with the handler") { ledger.inHand == 1 }
        call.cancel()
        _ = await call.result
        ledger.held = []
        try await store.close()
        #expect(ledger.sources == [.unfinished])
    }

    @Test func aRefreshThatWaitsForAnUpdateIsThrownItsFailureAndLeavesTheReportToTheUpdate() async throws {
        let store = await app.launched()
        ledger.held = [1]
        ledger.refused = [1]
        appStore.purchase(1, "coins")
        appStore.deliver(1)
        await eventually("with the handler") { ledger.inHand == 1 }
        let scans = appStore.unfinishedQueries
        let call = Task { try await store.refreshEntitlements() }
        await eventually("scanning") { appStore.unfinishedQueries > scans }
        ledger.held = []
        await #expect(throws: Refused(id: 1)) { try await call.value }
        try await store.close()
        #expect(ledger.calls == [1])
        #expect(ledger.sources == [.updates])
    }
}
