import StoreTransactionKit
import Testing

@MainActor @Suite struct ReportingTests {
    let app: TestApp
    var appStore: ScriptedAppStore { app.appStore }
    var ledger: Ledger { app.ledger }

    init() throws {
        app = try TestApp()
    }

    @Test func failuresAreReportedOneAtATimeInOrderAndNumbered() async throws {
        ledger.refused = Set(1...10)
        ledger.isReporterHeld = true
        for id: UInt64 in 1...10 { appStore.purchase(id, "coins") }
        let store = app.launch()
        await eventually("all handled") { ledger.calls.count == 10 }
        #expect(ledger.failures.isEmpty)
        ledger.isReporterHeld = false
        try await store.close()
        #expect(ledger.failures.map(\.transactionID) == (1...10).map { $0 })
        #expect(ledger.failures.map(\.id) == Array(1...10))
    }

    @Test func aSlowReporterHoldsBackNeitherHandlingNorPublication() async throws {
        ledger.refused = [1]
        ledger.isReporterHeld = true
        appStore.purchase(1, "coins")
        appStore.purchase(2, "lifetime")
        let store = app.launch()
        await eventually("published") { store.activeEntitlements == [.lifetime] }
        #expect(ledger.ids == [2])
        #expect(ledger.failures.isEmpty)
        ledger.isReporterHeld = false
        try await store.close()
        #expect(ledger.failures.count == 1)
    }

    @Test func aRefreshThatMetAFailureReturnsWhenItHasBeenReported() async throws {
        let store = await app.launched()
        ledger.refused = [1]
        appStore.purchase(1, "coins")
        await #expect(throws: Refused(id: 1)) { try await store.refreshEntitlements() }
        #expect(ledger.failures.count == 1)
        try await store.close()
    }

    @Test func whatIsNotVerifiedIsReportedThoughItIsGoneWhenTheStoreLooksAgain() async throws {
        ledger.held = [1]
        appStore.purchase(1, "coins")
        appStore.purchase(2, "coins")
        appStore.forge(2)
        let store = app.launch()
        // The listener's look and the first pass's.
        await eventually("looked") { appStore.unfinishedQueries == 2 && ledger.inHand == 1 }
        try await appStore.finish(transactionID: 2, signedDate: nil)
        ledger.held = []
        await eventually("published") { store.activeEntitlements == [] }
        try await store.close()
        #expect(ledger.calls == [1])
        #expect(ledger.sources.count { $0 == .unfinished } == 1)
    }

    @Test func aHandlersFailureKeepsNothingThatIsNotVerifiedFromBeingReported() async throws {
        let store = await app.launched()
        ledger.refused = [1]
        appStore.purchase(1, "coins")
        appStore.purchase(2, "coins")
        appStore.purchase(3, "lifetime", isFinished: true)
        appStore.forge(2)
        appStore.forge(3)
        await #expect(throws: Refused(id: 1)) { try await store.refreshEntitlements() }
        try await store.close()
        #expect(ledger.failures.compactMap(\.transactionID) == [1])
        let unverified = ledger.failures.filter { $0.underlyingError is StoreTransactionVerificationError }
        #expect(unverified.count { $0.source == .unfinished } == 1)
        #expect(unverified.count { $0.source == .currentEntitlementVerification } == 1)
    }
}
