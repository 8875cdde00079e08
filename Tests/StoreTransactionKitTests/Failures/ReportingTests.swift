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
}
