import Foundation
import Observation
import StoreTransactionKit
import Testing

/// What an app sees: resolving, failed, resolved.
@MainActor @Suite struct EntitlementStateTests {
    let app: TestApp
    var appStore: ScriptedAppStore { app.appStore }
    var ledger: Ledger { app.ledger }

    init() throws {
        app = try TestApp()
    }

    @Test func aStoreIsResolvingUntilTheFirstAnswerAndThenKnowsThatThereIsNothing() async throws {
        appStore.purchase(1, "coins")
        ledger.held = [1]
        let store = app.launch()
        await eventually("with the handler") { ledger.inHand == 1 }
        #expect(store.entitlements == nil)
        #expect(store.activeEntitlements == nil)
        #expect(store.startupError == nil)
        ledger.held = []
        await eventually("resolved") { store.activeEntitlements == [] }
        #expect(store.entitlements?.transactions == [])
        #expect(store.startupError == nil)
        try await store.close()
    }

    @Test func onlyIdentifiersThatTheAppKnowsAreActiveAndTheRestStaysInTheList() async throws {
        appStore.purchase(1, "lifetime", isFinished: true)
        appStore.purchase(2, "extra", isFinished: true)
        let store = await app.launched()
        #expect(store.activeEntitlements == [.lifetime])
        #expect(store.entitlements?.transactions.map(\.productID) == ["extra", "lifetime"])
        try await store.close()
    }

    @Test func aRefreshReplacesWhatIsShown() async throws {
        appStore.purchase(1, "plus", isFinished: true)
        let store = await app.launched()
        appStore.stopListing(1)
        appStore.purchase(2, "pro", isFinished: true)
        let entitlements = try await store.refreshEntitlements()
        #expect(entitlements.transactions.map(\.id) == [2])
        #expect(store.activeEntitlements == [.pro])
        try await store.close()
    }

    @Test func anEqualAnswerNotifiesNobody() async throws {
        appStore.purchase(1, "lifetime", isFinished: true)
        let store = await app.launched()
        nonisolated(unsafe) var changes = 0
        withObservationTracking {
            _ = store.activeEntitlements
            _ = store.startupError
        } onChange: {
            changes += 1
        }
        appStore.change(1)
        try await store.refreshEntitlements()
        try await store.refreshEntitlements()
        #expect(changes == 0)
        appStore.purchase(2, "extra", isFinished: true)
        try await store.refreshEntitlements()
        #expect(changes == 1)
        try await store.close()
    }

    @Test func whatAnUpgradeSupersededStaysInTheListButIsNotActive() async throws {
        let store = await app.launched(clock: .standing(at: 1_000_000))
        appStore.purchase(1, "plus", expires: Date(timeIntervalSince1970: 2_000_000))
        appStore.deliver(1)
        await eventually("plus") { store.activeEntitlements == [.plus] }
        appStore.upgrade(from: 1)
        appStore.purchase(2, "pro", of: 1, expires: Date(timeIntervalSince1970: 2_000_001))
        appStore.deliver(2)
        await eventually("pro") { store.activeEntitlements == [.pro] }
        #expect(store.entitlements?.transactions.map(\.id) == [1, 2])
        #expect(store.entitlements?.transactions.map(\.isUpgraded) == [true, false])
        try await store.close()
    }

    @Test func unverifiedEntitlementsAreLeftOutAndReportedAndTheRestIsShown() async throws {
        appStore.purchase(1, "plus", isFinished: true)
        appStore.purchase(2, "lifetime", isFinished: true)
        appStore.forge(1)
        let store = await app.launched()
        #expect(store.activeEntitlements == [.lifetime])
        #expect(store.startupError == nil)
        try await store.close()
        #expect(ledger.sources == [.currentEntitlementVerification])
        #expect(ledger.failures.first?.underlyingError is StoreTransactionVerificationError)
    }

    @Test func aHandlerThatFailsAtStartupIsTheStartupErrorUntilARefreshPutsItRight() async throws {
        ledger.refused = [1]
        appStore.purchase(1, "plus")
        let store = await app.launched()
        #expect(store.entitlements == nil)
        #expect(store.startupError as? Refused == Refused(id: 1))
        #expect(ledger.failures.count == 1)
        ledger.refused = []
        try await store.refreshEntitlements()
        #expect(store.activeEntitlements == [.plus])
        #expect(store.startupError == nil)
        try await store.close()
        #expect(ledger.failures.count == 1)
    }

    @Test func whileNothingIsShownTheStartupErrorIsTheLatestOne() async throws {
        ledger.refused = [1, 2]
        appStore.purchase(1, "plus")
        let store = await app.launched()
        appStore.purchase(2, "pro")
        ledger.refused = [2]
        appStore.stopListing(1)
        await #expect(throws: Refused(id: 2)) { try await store.refreshEntitlements() }
        #expect(store.entitlements == nil)
        #expect(store.startupError as? Refused == Refused(id: 2))
        try await store.close()
    }

    @Test func aCancellationThatTheHandlerThrowsIsAStartupErrorLikeAnyOther() async throws {
        appStore.purchase(1, "plus")
        let store = app.launch { _ in throw CancellationError() }
        await eventually("failed") { store.startupError is CancellationError }
        #expect(store.entitlements == nil)
        try await store.close()
    }

    @Test func aFailingConsumableHidesNothing() async throws {
        ledger.refused = [2]
        appStore.purchase(1, "plus", isFinished: true)
        appStore.purchase(2, "coins")
        let store = await app.launched()
        #expect(store.activeEntitlements == [.plus])
        #expect(store.startupError as? Refused == Refused(id: 2))
        await #expect(throws: Refused(id: 2)) { try await store.refreshEntitlements() }
        #expect(store.activeEntitlements == [.plus])
        try await store.close()
    }

    @Test func aFailureAfterResolutionLeavesWhatIsShown() async throws {
        appStore.purchase(1, "lifetime", isFinished: true)
        let store = await app.launched()
        ledger.refused = [2]
        appStore.purchase(2, "pro")
        appStore.deliver(2)
        await eventually("reported") { ledger.failures.count == 1 }
        await #expect(throws: Refused(id: 2)) { try await store.refreshEntitlements() }
        #expect(store.activeEntitlements == [.lifetime])
        #expect(store.startupError == nil)
        ledger.refused = []
        try await store.refreshEntitlements()
        #expect(store.activeEntitlements == [.lifetime, .pro])
        try await store.close()
    }

    @Test func theOldPeriodIsShownWhileItsRenewalIsWithTheHandler() async throws {
        appStore.purchase(1, "plus", isFinished: true)
        let store = await app.launched()
        ledger.held = [2]
        appStore.stopListing(1)
        appStore.purchase(2, "plus", of: 1)
        appStore.deliver(2)
        appStore.deliverStatus(of: 2)
        await eventually("with the handler") { ledger.inHand == 2 }
        for _ in 0..<1000 { await Task.yield() }
        #expect(store.entitlements?.transactions.map(\.id) == [1])
        ledger.held = []
        await eventually("renewed") { store.entitlements?.transactions.map(\.id) == [2] }
        try await store.close()
        #expect(ledger.calls == [2])
    }

    @Test func aSubscriptionsStatusBringsANewAnswerWithoutTheHandler() async throws {
        appStore.purchase(1, "plus", isFinished: true)
        let store = await app.launched()
        appStore.stopListing(1)
        appStore.deliverStatus(of: 1)
        await eventually("removed") { store.activeEntitlements == [] }
        #expect(ledger.calls.isEmpty)
        try await store.close()
    }

    @Test func aStatusThatComesWithANewTransactionShowsItOnceHandled() async throws {
        let store = await app.launched()
        appStore.purchase(1, "plus")
        ledger.held = [1]
        appStore.deliverStatus(of: 1)
        await eventually("with the handler") { ledger.inHand == 1 }
        #expect(store.activeEntitlements == [])
        ledger.held = []
        await eventually("shown") { store.activeEntitlements == [.plus] }
        try await store.close()
    }

    @Test func aStatusDuringStartupCausesNoQueryBeforeHandlingIsDone() async throws {
        appStore.purchase(1, "plus")
        ledger.held = [1]
        let store = app.launch()
        await eventually("with the handler") { ledger.inHand == 1 }
        appStore.deliverStatus(of: 1)
        for _ in 0..<1000 { await Task.yield() }
        #expect(appStore.entitlementQueries == 0)
        ledger.held = []
        await eventually("shown") { store.activeEntitlements == [.plus] }
        try await store.close()
    }

    @Test func theStoreLooksAgainWhenSomethingShownEnds() async throws {
        let clock = ManualClock(at: 1_000_000)
        appStore.purchase(1, "plus", expires: Date(timeIntervalSince1970: 1_000_100), isFinished: true)
        let store = await app.launched(clock: clock.storeClock)
        #expect(store.activeEntitlements == [.plus])
        appStore.stopListing(1)
        clock.advance(to: 1_000_099)
        for _ in 0..<1000 { await Task.yield() }
        #expect(store.activeEntitlements == [.plus])
        clock.advance(to: 1_000_100)
        await eventually("ended") { store.activeEntitlements == [] }
        try await store.close()
    }

    @Test func aStatusThatComesBeforeItsRevocationShowsNoRemovalUntilThatIsHandled() async throws {
        appStore.purchase(1, "plus", isFinished: true)
        let lull = StoreClock(
            now: { Date(timeIntervalSince1970: 0) }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) },
            pause: { [ledger] duration in
                guard duration < .seconds(60) else { return try await Task.sleep(for: .seconds(3600)) }
                await eventually("the revocation has come") { await !ledger.calls.isEmpty }
            })
        let store = await app.launched(clock: lull)
        ledger.held = [1]
        appStore.deliverStatus(of: 1)
        appStore.refund(1)
        await eventually("with the handler") { ledger.inHand == 1 }
        appStore.deliverStatus(of: 1)
        for _ in 0..<1000 { await Task.yield() }
        #expect(store.activeEntitlements == [.plus])
        ledger.held = []
        await eventually("removed") { store.activeEntitlements == [] }
        #expect(ledger.entries == [.init(id: 1, isRevoked: true)])
        try await store.close()
    }
}
