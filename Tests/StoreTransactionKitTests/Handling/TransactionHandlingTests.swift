import Foundation
import StoreTransactionKit
import Testing

/// One path for every transaction: verified, handled, finished, published.
@MainActor @Suite struct TransactionHandlingTests {
    let app: TestApp
    var appStore: ScriptedAppStore { app.appStore }
    var ledger: Ledger { app.ledger }

    init() throws {
        app = try TestApp()
    }

    @Test func anOutsidePurchaseIsHandledThenFinishedThenPublished() async throws {
        let store = await app.launched()
        ledger.held = [1]
        appStore.purchase(1, "lifetime")
        appStore.deliver(1)
        await eventually("with the handler") { ledger.inHand == 1 }
        #expect(appStore.finished.isEmpty)
        #expect(store.activeEntitlements == [])
        ledger.held = []
        await eventually("published") { store.activeEntitlements == [.lifetime] }
        #expect(ledger.ids == [1])
        #expect(appStore.finished == [1])
        try await store.close()
    }

    @Test func transactionsAreHandledOneAtATimeInTheOrderTheyCameIn() async throws {
        let store = await app.launched()
        ledger.held = [1]
        for id: UInt64 in 1...5 {
            appStore.purchase(id, "coins")
            appStore.deliver(id)
        }
        await eventually("with the handler") { ledger.inHand == 1 }
        #expect(ledger.calls == [1])
        ledger.held = []
        await eventually("handled") { ledger.ids.count == 5 }
        #expect(ledger.ids == [1, 2, 3, 4, 5])
        try await store.close()
        #expect(appStore.finished == [1, 2, 3, 4, 5])
    }

    @Test func whatAnEarlierLaunchLeftUnfinishedIsHandledAtStartupConsumablesIncluded() async throws {
        appStore.purchase(1, "coins")
        appStore.purchase(2, "lifetime")
        let store = await app.launched()
        #expect(ledger.ids == [1, 2])
        #expect(appStore.finished == [1, 2])
        #expect(store.activeEntitlements == [.lifetime])
        try await store.close()
    }

    @Test func whatAnEarlierLaunchFinishedIsShownAndNotHandledAgain() async throws {
        appStore.purchase(1, "lifetime", isFinished: true)
        let store = await app.launched()
        #expect(store.activeEntitlements == [.lifetime])
        #expect(ledger.calls.isEmpty)
        try await store.close()
    }

    @Test func aRevisionDeliveredAgainUnderAnotherSignatureIsNotHandledAgain() async throws {
        let store = await app.launched()
        appStore.purchase(1, "lifetime")
        appStore.deliver(1)
        await eventually("published") { store.activeEntitlements == [.lifetime] }
        appStore.change(1)
        appStore.deliver(1)
        appStore.purchase(2, "coins")
        appStore.deliver(2)
        await eventually("handled") { ledger.ids.contains(2) }
        #expect(ledger.ids == [1, 2])
        try await store.close()
    }

    @Test func aPurchaseThatComesThroughUpdatesAndProcessIsHandledOnce() async throws {
        let store = await app.launched()
        ledger.held = [1]
        appStore.purchase(1, "lifetime")
        appStore.deliver(1)
        await eventually("with the handler") { ledger.inHand == 1 }
        let result = try await app.purchaseResult(1)
        let processing = Task { try await store.process(result) }
        await Task.yield()
        ledger.held = []
        guard case .completed(let transaction) = try await processing.value else {
            Issue.record("not completed")
            return
        }
        #expect(transaction.id == 1)
        #expect(ledger.calls == [1])
        #expect(appStore.finished == [1])
        try await store.close()
    }

    @Test func aRefundIsHandledAsASecondEventAndShownOnlyThen() async throws {
        appStore.purchase(1, "lifetime")
        let store = await app.launched()
        #expect(store.activeEntitlements == [.lifetime])
        ledger.held = [1]
        appStore.refund(1)
        await eventually("with the handler") { ledger.inHand == 1 }
        #expect(store.activeEntitlements == [.lifetime])
        ledger.held = []
        await eventually("removed") { store.activeEntitlements == [] }
        #expect(ledger.entries == [.init(id: 1), .init(id: 1, isRevoked: true)])
        try await store.close()
    }

    @Test func aPassInTheMiddleDoesNotShowARefundThatIsBeingHandled() async throws {
        appStore.purchase(1, "lifetime")
        appStore.purchase(2, "pro")
        let store = await app.launched()
        ledger.held = [1]
        appStore.refund(1)
        await eventually("with the handler") { ledger.inHand == 1 }
        appStore.deliverStatus(of: 2)
        let refreshing = Task { try await store.refreshEntitlements() }
        for _ in 0..<1000 { await Task.yield() }
        #expect(store.activeEntitlements == [.lifetime, .pro])
        ledger.held = []
        _ = try await refreshing.value
        await eventually("removed") { store.activeEntitlements == [.pro] }
        try await store.close()
    }

    @Test func anUnverifiedUpdateIsReportedAndNeverHandledOrFinished() async throws {
        let store = await app.launched()
        appStore.purchase(1, "lifetime")
        appStore.forge(1)
        appStore.deliver(1)
        await eventually("reported") { ledger.sources.contains(.updates) }
        try await store.close()
        #expect(ledger.calls.isEmpty)
        #expect(appStore.finished.isEmpty)
        #expect(store.activeEntitlements == [])
        #expect(ledger.failures.first?.underlyingError is StoreTransactionVerificationError)
        #expect(ledger.failures.allSatisfy { $0.transactionID == nil && $0.productID == nil })

        let next = await app.launched()
        await eventually("reported at the next launch") { ledger.sources.contains(.unfinished) }
        try await next.close()
    }

    @Test func anUnverifiedUnfinishedTransactionIsReportedOnceHoweverOftenItIsSeen() async throws {
        appStore.purchase(1, "coins")
        appStore.forge(1)
        let store = await app.launched()
        try await store.refreshEntitlements()
        try await store.refreshEntitlements()
        try await store.close()
        #expect(ledger.sources.count { $0 == .unfinished } == 1)
        #expect(store.entitlements?.transactions == [])
    }

    @Test func aFailedTransactionStaysUnfinishedAndALaterRefreshRetriesIt() async throws {
        ledger.refused = [1]
        appStore.purchase(1, "coins")
        let store = await app.launched()
        #expect(appStore.finished.isEmpty)
        #expect(ledger.failures.map(\.transactionID) == [1])
        #expect(ledger.failures.map(\.productID) == ["coins"])
        ledger.refused = []
        try await store.refreshEntitlements()
        #expect(ledger.ids == [1])
        #expect(appStore.finished == [1])
        try await store.close()
        #expect(ledger.failures.count == 1)
    }

    @Test func aRefreshThrowsTheHandlersOwnErrorAndReportsItOnce() async throws {
        let store = await app.launched()
        ledger.refused = [1]
        appStore.purchase(1, "coins")
        await #expect(throws: Refused(id: 1)) { try await store.refreshEntitlements() }
        #expect(ledger.sources == [.unfinished])
        #expect(ledger.failures.first?.underlyingError as? Refused == Refused(id: 1))
        try await store.close()
        #expect(ledger.failures.count == 1)
    }

    @Test func everyTransactionIsHandledThoughSomeFailAndTheFirstErrorIsThrown() async throws {
        let store = await app.launched()
        ledger.refused = [1, 3]
        for id: UInt64 in 1...4 { appStore.purchase(id, "coins") }
        await #expect(throws: Refused(id: 1)) { try await store.refreshEntitlements() }
        #expect(ledger.ids == [2, 4])
        #expect(ledger.failures.map(\.transactionID) == [1, 3])
        try await store.close()
    }

    @Test func aFailureAtLaunchThatTwoDoorsBringIsHandledAndReportedOnce() async throws {
        ledger.refused = [1]
        appStore.purchase(1, "lifetime")
        let store = await app.launched()
        #expect(store.startupError as? Refused == Refused(id: 1))
        for _ in 0..<1000 { await Task.yield() }
        #expect(ledger.calls == [1])
        #expect(ledger.failures.count == 1)
        try await store.close()
        #expect(ledger.calls == [1])
    }

    @Test func anUnfinishedPurchaseComesAgainAtEachLaunchUntilItIsHandled() async throws {
        ledger.refused = [1]
        appStore.purchase(1, "plus")
        let first = await app.launched()
        #expect(first.activeEntitlements == nil)
        #expect(first.startupError != nil)
        try await first.close()

        ledger.refused = []
        let second = await app.launched()
        #expect(second.activeEntitlements == [.plus])
        #expect(ledger.ids == [1])
        try await second.close()

        let third = await app.launched()
        #expect(third.activeEntitlements == [.plus])
        #expect(ledger.ids == [1])
        try await third.close()
    }

    @Test func healthyArrivalsDoNotRetryWhatFailed() async throws {
        ledger.refused = [1, 2, 3, 4, 5]
        for id: UInt64 in 1...5 { appStore.purchase(id, "coins") }
        let store = await app.launched()
        for id: UInt64 in 6...25 {
            appStore.purchase(id, "coins")
            appStore.deliver(id)
        }
        await eventually("handled") { ledger.ids.count == 20 }
        try await store.close()
        #expect(ledger.calls.count == 25)
        #expect(ledger.failures.count == 5)
    }

    @Test func aTransactionThatAnotherOnesHandlingRevealsIsHandledBeforePublication() async throws {
        let appStore = appStore
        appStore.purchase(1, "coins")
        ledger.held = [1]
        let store = app.launch()
        await eventually("with the handler") { ledger.inHand == 1 }
        appStore.purchase(2, "lifetime")
        ledger.held = []
        await eventually("published") { store.entitlements != nil }
        #expect(ledger.ids == [1, 2])
        #expect(store.activeEntitlements == [.lifetime])
        #expect(appStore.entitlementQueries == 1)
        try await store.close()
    }

    @Test func anUnfinishedConsumableThatNobodyAnnouncedIsHandledByARefresh() async throws {
        let store = await app.launched()
        appStore.purchase(1, "coins")
        try await store.refreshEntitlements()
        #expect(ledger.ids == [1])
        try await store.close()
    }

    @Test func whatIsDeliveredBeforeTheFirstAwaitAfterTheStoreWasMadeIsNotMissed() async throws {
        appStore.purchase(1, "pro", isFinished: true)
        let store = app.launch()
        appStore.purchase(2, "lifetime")
        appStore.deliver(2)
        appStore.refund(1)
        await eventually("handled") { ledger.entries.count == 2 }
        await eventually("published") { store.activeEntitlements == [.lifetime] }
        try await store.close()
        #expect(ledger.entries.sorted { $0.id < $1.id } == [.init(id: 1, isRevoked: true), .init(id: 2)])
        #expect(ledger.calls.count == 2)
    }
}
