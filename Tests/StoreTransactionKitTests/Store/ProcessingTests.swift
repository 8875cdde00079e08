import StoreKit
import StoreTransactionKit
import Testing

/// `process(_:)`: what a purchase call returned.
@MainActor @Suite struct ProcessingTests {
    let app: TestApp
    var appStore: ScriptedAppStore { app.appStore }
    var ledger: Ledger { app.ledger }

    init() throws {
        app = try TestApp()
    }

    @Test func aPurchaseIsHandledFinishedAndPublishedWhenProcessReturns() async throws {
        let store = await app.launched()
        appStore.purchase(1, "lifetime")
        guard case .completed(let transaction) = try await store.process(app.purchaseResult(1)) else {
            Issue.record("not completed")
            return
        }
        #expect(transaction.id == 1)
        #expect(ledger.ids == [1])
        #expect(appStore.finished == [1])
        #expect(store.activeEntitlements == [.lifetime])
        try await store.close()
    }

    @Test func pendingAndCancelledPurchasesAreReturnedAsTheyAreAndCauseNoWork() async throws {
        let store = await app.launched()
        let queries = appStore.entitlementQueries
        #expect(try await store.process(.pending) == .pending)
        #expect(try await store.process(.userCancelled) == .userCancelled)
        try await store.close()
        #expect(ledger.calls.isEmpty)
        #expect(ledger.failures.isEmpty)
        #expect(appStore.entitlementQueries == queries)
    }

    @Test func pendingAndCancelledPurchasesDoNotWaitForTheStartup() async throws {
        appStore.purchase(1, "coins")
        ledger.held = [1]
        let store = app.launch()
        #expect(try await store.process(.pending) == .pending)
        #expect(try await store.process(.userCancelled) == .userCancelled)
        #expect(store.entitlements == nil)
        ledger.held = []
        try await store.close()
    }

    @Test(arguments: [Product.PurchaseResult.pending, .userCancelled])
    func aCancelledCallerOfAnImmediateOutcomeIsToldSo(result: Product.PurchaseResult) async throws {
        let store = await app.launched()
        let call = Task { try await store.process(result) }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        try await store.close()
    }

    @Test func anUnverifiedPurchaseIsThrownAndNeitherHandledNorFinished() async throws {
        let store = await app.launched()
        appStore.purchase(1, "lifetime")
        appStore.forge(1)
        let result = try await app.purchaseResult(1)
        await #expect(throws: StoreTransactionVerificationError.self) { try await store.process(result) }
        try await store.close()
        #expect(ledger.calls.isEmpty)
        #expect(appStore.finished.isEmpty)
        #expect(ledger.sources == [.directOperation(.processPurchase)])
    }

    @Test func theHandlersErrorIsThrownAndReportedAndTheSamePurchaseCanBeProcessedAgain() async throws {
        let store = await app.launched()
        ledger.refused = [1]
        appStore.purchase(1, "lifetime")
        let result = try await app.purchaseResult(1)
        await #expect(throws: Refused(id: 1)) { try await store.process(result) }
        #expect(appStore.finished.isEmpty)
        ledger.refused = []
        _ = try await store.process(result)
        #expect(store.activeEntitlements == [.lifetime])
        #expect(ledger.calls == [1, 1])
        try await store.close()
        #expect(ledger.sources == [.directOperation(.processPurchase)])
        #expect(ledger.failures.first?.transactionID == 1)
    }

    @Test func anotherTransactionsFailureIsNotThisPurchases() async throws {
        let store = await app.launched()
        ledger.refused = [1]
        appStore.purchase(1, "coins")
        appStore.purchase(2, "lifetime")
        guard case .completed = try await store.process(app.purchaseResult(2)) else {
            Issue.record("not completed")
            return
        }
        #expect(store.activeEntitlements == [.lifetime])
        try await store.close()
    }

    @Test func aPurchaseProcessedAgainIsCompletedWithoutTheHandler() async throws {
        let store = await app.launched()
        appStore.purchase(1, "lifetime")
        let result = try await app.purchaseResult(1)
        _ = try await store.process(result)
        guard case .completed = try await store.process(result) else {
            Issue.record("not completed")
            return
        }
        #expect(ledger.calls == [1])
        #expect(appStore.finished == [1])
        try await store.close()
    }

    @Test func aPurchaseFromACancelledTaskIsHandledAllTheSame() async throws {
        let store = await app.launched()
        appStore.purchase(1, "lifetime")
        let result = try await app.purchaseResult(1)
        let call = Task { try await store.process(result) }
        call.cancel()
        _ = await call.result
        await eventually("published") { store.activeEntitlements == [.lifetime] }
        #expect(ledger.ids == [1])
        #expect(appStore.finished == [1])
        try await store.close()
    }

    @Test func aCallerCancelledWhileItsPurchaseIsHandledStopsWaitingAndTheHandlerDoesNotNotice() async throws {
        let store = await app.launched()
        ledger.held = [1]
        appStore.purchase(1, "lifetime")
        let result = try await app.purchaseResult(1)
        let call = Task { try await store.process(result) }
        await eventually("with the handler") { ledger.inHand == 1 }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        ledger.held = []
        await eventually("published") { store.activeEntitlements == [.lifetime] }
        #expect(ledger.calls == [1])
        try await store.close()
    }

    @Test func aFailureThatNobodyWaitsForIsReportedAsAbandonedOnce() async throws {
        let store = await app.launched()
        ledger.held = [1]
        ledger.refused = [1]
        appStore.purchase(1, "lifetime")
        let result = try await app.purchaseResult(1)
        let calls = (1...2).map { _ in Task { try await store.process(result) } }
        await eventually("with the handler") { ledger.inHand == 1 }
        for call in calls { call.cancel() }
        for call in calls {
            await #expect(throws: CancellationError.self) { try await call.value }
        }
        ledger.held = []
        try await store.close()
        #expect(ledger.sources == [.abandonedDirectOperation(.processPurchase)])
    }

    @Test func oneCallerThatStillWaitsIsThrownTheErrorAndItIsNotAbandoned() async throws {
        let store = await app.launched()
        ledger.held = [1]
        ledger.refused = [1]
        appStore.purchase(1, "lifetime")
        let result = try await app.purchaseResult(1)
        let leaving = Task { try await store.process(result) }
        let staying = Task { try await store.process(result) }
        await eventually("with the handler") { ledger.inHand == 1 }
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.value }
        ledger.held = []
        await #expect(throws: Refused(id: 1)) { try await staying.value }
        try await store.close()
        #expect(ledger.sources == [.directOperation(.processPurchase)])
    }

    @Test func aCallerThatJoinsAnUpdateIsThrownWhatTheUpdateReports() async throws {
        let store = await app.launched()
        ledger.held = [1]
        ledger.refused = [1]
        appStore.purchase(1, "lifetime")
        appStore.deliver(1)
        await eventually("with the handler") { ledger.inHand == 1 }
        let result = try await app.purchaseResult(1)
        let joining = Task { try await store.process(result) }
        await Task.yield()
        ledger.held = []
        await #expect(throws: Refused(id: 1)) { try await joining.value }
        try await store.close()
        #expect(ledger.calls == [1])
        #expect(ledger.sources == [.updates])
    }
}
