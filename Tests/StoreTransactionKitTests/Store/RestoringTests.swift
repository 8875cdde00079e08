import Foundation
import StoreKit
import StoreTransactionKit
import Testing

@MainActor @Suite struct RestoringTests {
    let app: TestApp
    var appStore: ScriptedAppStore { app.appStore }
    var ledger: Ledger { app.ledger }

    init() throws {
        app = try TestApp()
    }

    @Test func restoringWithNoPurchasesIsAnEmptyAnswer() async throws {
        let store = await app.launched()
        #expect(try await store.restorePurchases().transactions == [])
        #expect(store.activeEntitlements == [])
        #expect(appStore.synchronizations == 1)
        try await store.close()
    }

    @Test func restoringReturnsAnExistingPurchase() async throws {
        appStore.purchase(1, "lifetime", isFinished: true)
        let store = await app.launched()
        #expect(try await store.restorePurchases().transactions.map(\.id) == [1])
        try await store.close()
    }

    @Test func whatSynchronisingBringsIsHandledAndReturned() async throws {
        let store = await app.launched()
        appStore.holdSynchronization(true)
        let call = Task { try await store.restorePurchases() }
        await eventually("synchronising") { appStore.synchronizations == 1 }
        appStore.purchase(1, "lifetime")
        appStore.holdSynchronization(false)
        #expect(try await call.value.transactions.map(\.id) == [1])
        #expect(ledger.ids == [1])
        try await store.close()
    }

    @Test func callersShareOneSynchronisationAndOneQuery() async throws {
        let store = await app.launched()
        let queries = appStore.entitlementQueries
        appStore.purchase(1, "lifetime", isFinished: true)
        appStore.holdSynchronization(true)
        let calls = (1...5).map { _ in Task { try await store.restorePurchases() } }
        await eventually("synchronising") { appStore.synchronizations == 1 }
        for _ in 0..<100 { await Task.yield() }
        appStore.holdSynchronization(false)
        for call in calls {
            #expect(try await call.value.transactions.map(\.id) == [1])
        }
        #expect(appStore.synchronizations == 1)
        #expect(appStore.entitlementQueries == queries + 1)
        try await store.close()
    }

    @Test func aFailedSynchronisationIsThrownToEveryCallerReportedOnceAndNotRemembered() async throws {
        let store = await app.launched()
        let queries = appStore.entitlementQueries
        appStore.setOffline(true)
        appStore.holdSynchronization(true)
        let calls = (1...2).map { _ in Task { try await store.restorePurchases() } }
        await eventually("synchronising") { appStore.synchronizations == 1 }
        for _ in 0..<100 { await Task.yield() }
        appStore.holdSynchronization(false)
        for call in calls {
            let error = await #expect(throws: StoreKitError.self) { try await call.value }
            guard case .networkError(let underlying)? = error else {
                Issue.record("not a network error")
                continue
            }
            #expect(underlying.code == .notConnectedToInternet)
        }
        #expect(appStore.entitlementQueries == queries)
        appStore.setOffline(false)
        _ = try await store.restorePurchases()
        #expect(appStore.synchronizations == 2)
        #expect(appStore.entitlementQueries == queries + 1)
        try await store.close()
        #expect(ledger.sources == [.directOperation(.restorePurchases)])
    }

    @Test func oneCancelledCallerDoesNotTakeTheFailureFromTheOther() async throws {
        let store = await app.launched()
        appStore.setOffline(true)
        appStore.holdSynchronization(true)
        let leaving = Task { try await store.restorePurchases() }
        let staying = Task { try await store.restorePurchases() }
        await eventually("synchronising") { appStore.synchronizations == 1 }
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.value }
        appStore.holdSynchronization(false)
        await #expect(throws: StoreKitError.self) { try await staying.value }
        try await store.close()
        #expect(ledger.sources == [.directOperation(.restorePurchases)])
    }

    @Test func aFailureThatEveryCallerHasLeftIsReportedOnceAsAbandoned() async throws {
        let store = await app.launched()
        appStore.setOffline(true)
        appStore.holdSynchronization(true)
        let calls = (1...2).map { _ in Task { try await store.restorePurchases() } }
        await eventually("synchronising") { appStore.synchronizations == 1 }
        for call in calls {
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
        }
        appStore.holdSynchronization(false)
        try await store.close()
        #expect(ledger.sources == [.abandonedDirectOperation(.restorePurchases)])
    }

    @Test func aHandlersFailureIsThrownAsItIsAndTheNextRestoreSynchronisesAgain() async throws {
        let store = await app.launched()
        ledger.refused = [1]
        appStore.purchase(1, "coins")
        await #expect(throws: Refused(id: 1)) { try await store.restorePurchases() }
        ledger.refused = []
        _ = try await store.restorePurchases()
        #expect(appStore.synchronizations == 2)
        #expect(ledger.ids == [1])
        try await store.close()
        #expect(ledger.sources == [.unfinished])
    }

    @Test func aHandlersFailureThatEveryCallerHasLeftIsReportedOnceAndNotAsTheRestores() async throws {
        let store = await app.launched()
        ledger.held = [1]
        ledger.refused = [1]
        appStore.purchase(1, "coins")
        let call = Task { try await store.restorePurchases() }
        await eventually("with the handler") { ledger.inHand == 1 }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        ledger.held = []
        try await store.close()
        #expect(ledger.failures.map(\.transactionID) == [1])
    }
}
