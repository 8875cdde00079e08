import StoreKit
import StoreTransactionKit
import Testing

@MainActor @Suite struct ClosingTests {
    let app: TestApp
    var appStore: ScriptedAppStore { app.appStore }
    var ledger: Ledger { app.ledger }

    init() throws {
        app = try TestApp()
    }

    @Test func everyCallerOfCloseReturnsAfterWhatWasAcceptedIsHandledFinishedAndPublished() async throws {
        let store = await app.launched()
        ledger.held = [1]
        appStore.purchase(1, "lifetime")
        appStore.deliver(1)
        await eventually("with the handler") { ledger.inHand == 1 }
        var closed = 0
        let closings = (1...2).map { _ in
            Task {
                try await store.close()
                closed += 1
                #expect(appStore.finished == [1])
                #expect(store.activeEntitlements == [.lifetime])
            }
        }
        for _ in 0..<1000 { await Task.yield() }
        #expect(closed == 0)
        ledger.held = []
        for closing in closings { try await closing.value }
        #expect(closed == 2)
    }

    @Test func aClosingStoreRefusesEveryOtherCallAndAClosedOneToo() async throws {
        let store = await app.launched()
        ledger.held = [1]
        appStore.purchase(1, "coins")
        appStore.deliver(1)
        await eventually("with the handler") { ledger.inHand == 1 }
        let closing = Task { try await store.close() }
        await eventually("closing") { (try? await store.history(for: "coins")) == nil }
        await refuses(store, with: .closing)
        ledger.held = []
        try await closing.value
        await refuses(store, with: .closed)
        #expect(store.activeEntitlements == [])
    }

    private func refuses(_ store: TransactionStore<ProductID>, with error: StoreTransactionError) async {
        await #expect(throws: error) { try await store.process(.pending) }
        await #expect(throws: error) { try await store.refreshEntitlements() }
        await #expect(throws: error) { try await store.history(for: "coins") }
        await #expect(throws: error) { try await store.restorePurchases() }
    }

    @Test func closeCanBeCalledAgainAndBeforeTheStoreHasStarted() async throws {
        let store = app.launch()
        try await store.close()
        try await store.close()
        await #expect(throws: StoreTransactionError.closed) { try await store.refreshEntitlements() }
    }

    @Test func aClosedStoreListensNoMore() async throws {
        let store = await app.launched()
        try await store.close()
        appStore.purchase(1, "lifetime")
        appStore.deliver(1)
        appStore.deliverStatus(of: 1)
        for _ in 0..<1000 { await Task.yield() }
        #expect(ledger.calls.isEmpty)
        #expect(store.activeEntitlements == [])
    }

    @Test func closeWaitsForTheReporter() async throws {
        ledger.refused = [1]
        ledger.isReporterHeld = true
        let store = await app.launched()
        appStore.purchase(1, "coins")
        appStore.deliver(1)
        await eventually("reporting") { ledger.isReporting }
        var isClosed = false
        let closing = Task {
            try await store.close()
            isClosed = true
        }
        for _ in 0..<1000 { await Task.yield() }
        #expect(!isClosed)
        ledger.isReporterHeld = false
        try await closing.value
        #expect(ledger.failures.count == 1)
    }

    @Test func aCancelledCallerOfCloseStillClosesTheStore() async throws {
        let store = await app.launched()
        let closing = Task { try await store.close() }
        closing.cancel()
        try await closing.value
        await #expect(throws: StoreTransactionError.closed) { try await store.refreshEntitlements() }
    }

    @Test func closeDuringTheStartupWaitsForItsAnswer() async throws {
        ledger.held = [1]
        appStore.purchase(1, "lifetime")
        let store = app.launch()
        await eventually("with the handler") { ledger.inHand == 1 }
        let closing = Task { try await store.close() }
        for _ in 0..<100 { await Task.yield() }
        ledger.held = []
        try await closing.value
        #expect(store.activeEntitlements == [.lifetime])
    }

    @Test func closeWaitsForARestoreThatIsUnderWay() async throws {
        let store = await app.launched()
        appStore.holdSynchronization(true)
        let restoring = Task { try await store.restorePurchases() }
        await eventually("synchronising") { appStore.synchronizations == 1 }
        var isClosed = false
        let closing = Task {
            try await store.close()
            isClosed = true
        }
        for _ in 0..<1000 { await Task.yield() }
        #expect(!isClosed)
        appStore.purchase(1, "lifetime")
        appStore.holdSynchronization(false)
        #expect(try await restoring.value.transactions.map(\.id) == [1])
        try await closing.value
    }

    @Test func aStoreThatGoesAwayUnclosedTriesNothingAgain() async throws {
        let clock = ManualClock(at: 0)
        appStore.purchase(1, "plus")
        ledger.refused = [1]
        var store: TransactionStore<ProductID>? = app.launch(clock: clock.storeClock)
        ledger.held = [1]
        await eventually("with the handler") { ledger.inHand == 1 }
        #expect(store?.entitlements == nil)
        store = nil
        ledger.held = []
        await eventually("refused") { ledger.failures.count == 1 }
        clock.advance(to: 3600)
        for _ in 0..<1000 { await Task.yield() }
        #expect(ledger.calls == [1])
        #expect(clock.alarms == [])
    }

    @Test func aStoreThatGoesAwayUnclosedStopsListeningAndAnotherCanBeMade() async throws {
        weak var gone: TransactionStore<ProductID>?
        do {
            let store = await app.launched()
            gone = store
        }
        await eventually("gone") { gone == nil }
        for _ in 0..<1000 { await Task.yield() }
        appStore.purchase(1, "lifetime")
        appStore.deliver(1)
        for _ in 0..<1000 { await Task.yield() }
        #expect(ledger.calls.isEmpty)
        let next = await app.launched()
        #expect(next.activeEntitlements == [.lifetime])
        #expect(ledger.calls == [1])
        try await next.close()
    }

    @Test func aStoreThatGoesAwayUnclosedCompletesWhatIsInHand() async throws {
        do {
            let store = await app.launched()
            ledger.held = [1]
            appStore.purchase(1, "lifetime")
            appStore.deliver(1)
            await eventually("with the handler") { ledger.inHand == 1 }
            _ = store
        }
        ledger.held = []
        await eventually("finished") { appStore.finished == [1] }
    }
}
