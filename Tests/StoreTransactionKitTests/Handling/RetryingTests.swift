import Foundation
import StoreTransactionKit
import Testing

/// What becomes of a transaction whose handler fails or hangs.
@MainActor @Suite struct RetryingTests {
    let app: TestApp
    let clock = ManualClock(at: 1_000_000)
    var appStore: ScriptedAppStore { app.appStore }
    var ledger: Ledger { app.ledger }

    init() throws {
        app = try TestApp()
    }

    @Test func aFailedTransactionIsTriedAgainByItselfAndThenShown() async throws {
        ledger.refused = [1]
        appStore.purchase(1, "lifetime")
        let store = await app.launched(clock: clock.storeClock)
        #expect(store.startupError != nil)
        #expect(store.pendingWork.map(\.transaction.id) == [1])
        #expect(store.pendingWork.first?.isWithheld == true)
        #expect(store.pendingWork.first?.attempts == 1)
        #expect(store.pendingWork.first?.error as? Refused == Refused(id: 1))
        let next = try #require(store.pendingWork.first?.nextAttempt)
        ledger.refused = []
        await eventually("asleep") { clock.alarms.contains(next.timeIntervalSince1970) }
        #expect(ledger.calls == [1])
        clock.advance(to: next.timeIntervalSince1970)
        await eventually("shown") { store.activeEntitlements == [.lifetime] }
        await eventually("put right") { store.startupError == nil && store.pendingWork.isEmpty }
        #expect(ledger.calls == [1, 1])
        try await store.close()
        #expect(ledger.failures.count == 1)
    }

    @Test func aFailureThatGoesOnIsReportedOnceAndWaitsLongerEachTime() async throws {
        ledger.refused = [1]
        appStore.purchase(1, "coins")
        let store = await app.launched(clock: clock.storeClock)
        var waits: [Double] = []
        var now = 1_000_000.0
        for attempt in 1...4 {
            await eventually("attempt \(attempt)") { store.pendingWork.first?.attempts == attempt }
            let next = try #require(store.pendingWork.first?.nextAttempt).timeIntervalSince1970
            await eventually("asleep") { clock.alarms.contains(next) }
            waits.append(next - now)
            now = next
            clock.advance(to: now)
        }
        await eventually("attempt 5") { store.pendingWork.first?.attempts == 5 }
        #expect(waits == waits.sorted())
        #expect(store.pendingWork.first?.isWithheld == false)
        try await store.close()
        #expect(ledger.calls.count == 5)
        #expect(ledger.failures.count == 1)
    }

    @Test func anErrorThatSaysNeverIsNotTriedAgain() async throws {
        struct Malformed: StoreTransactionRetrying {
            var retry: StoreTransactionRetry { .never }
        }
        appStore.purchase(1, "lifetime")
        let calls = Ledger()
        let store = app.launch(clock: clock.storeClock) { transaction in
            try await calls.handle(transaction)
            throw Malformed()
        }
        await eventually("failed") { store.startupError is Malformed }
        await #expect(throws: Malformed.self) { try await store.refreshEntitlements() }
        #expect(store.pendingWork.first?.nextAttempt == nil)
        #expect(clock.alarms.isEmpty)
        try await store.close()
        #expect(calls.calls == [1])
        #expect(appStore.finished.isEmpty)
    }

    @Test func aLaterStateOfTheTransactionTakesThePlaceOfOneThatFails() async throws {
        ledger.refused = [1]
        appStore.purchase(1, "lifetime")
        let store = await app.launched(clock: clock.storeClock)
        ledger.refused = []
        appStore.refund(1)
        await eventually("handled") { ledger.entries == [.init(id: 1, isRevoked: true)] }
        try await store.refreshEntitlements()
        #expect(store.activeEntitlements == [])
        #expect(store.pendingWork.isEmpty)
        #expect(store.startupError == nil)
        try await store.close()
        #expect(ledger.calls == [1, 1])
    }

    @Test func aSecondDeliveryOfWhatFailedIsNoRetryButTheBackOffAndARefreshAre() async throws {
        ledger.refused = [1]
        appStore.purchase(1, "coins")
        let store = await app.launched(clock: clock.storeClock)
        appStore.deliver(1)
        appStore.purchase(2, "coins")
        appStore.deliver(2)
        await eventually("the next one is handled") { ledger.ids == [2] }
        #expect(ledger.calls == [1, 2])
        let next = try #require(store.pendingWork.first?.nextAttempt).timeIntervalSince1970
        await eventually("asleep") { clock.alarms.contains(next) }
        clock.advance(to: next)
        await eventually("tried again") { store.pendingWork.first?.attempts == 2 }
        #expect(ledger.calls == [1, 2, 1])
        ledger.refused = []
        try await store.refreshEntitlements()
        #expect(ledger.calls == [1, 2, 1, 1])
        #expect(appStore.finished == [2, 1])
        try await store.close()
        #expect(ledger.failures.map(\.transactionID) == [1])
    }

    // MARK: Hanging

    @Test func aHandlerThatHangsIsCancelledReportedAndHoldsBackNobodyElse() async throws {
        let gate = Gate()
        let store = app.launch(clock: gate.clock) { [ledger] in try await ledger.handle($0) }
        await eventually("resolved") { store.activeEntitlements == [] }
        ledger.held = [1]
        appStore.purchase(1, "plus")
        appStore.purchase(2, "lifetime")
        appStore.deliver(1)
        appStore.deliver(2)
        await eventually("with the handler") { ledger.inHand == 1 }
        await gate.open()
        await eventually("the other is shown") { store.activeEntitlements == [.lifetime] }
        await eventually("reported") { ledger.failures.map(\.transactionID) == [1] }
        #expect(ledger.failures.first?.underlyingError as? StoreTransactionError == .handlerDeadlinePassed)
        #expect(ledger.calls == [1, 2])
        await #expect(throws: StoreTransactionError.handlerDeadlinePassed) { try await store.refreshEntitlements() }
        #expect(ledger.calls == [1, 2])
        #expect(store.pendingWork.map(\.isWithheld) == [true])

        ledger.held = []
        await eventually("late, and shown") { store.activeEntitlements == [.plus, .lifetime] }
        #expect(appStore.finished == [2, 1])
        try await store.close()
    }

    @Test func closeDoesNotWaitForAHandlerWhoseDeadlineHasPassed() async throws {
        let gate = Gate()
        ledger.held = [1]
        appStore.purchase(1, "plus")
        let store = app.launch(clock: gate.clock) { [ledger] in try await ledger.handle($0) }
        await eventually("with the handler") { ledger.inHand == 1 }
        await gate.open()
        try await store.close()
        #expect(appStore.finished.isEmpty)
        ledger.held = []
        await eventually("finished late") { appStore.finished == [1] }
    }

    @Test func aHandlerThatWaitsForItselfThroughADetachedTaskIsLetGoAtItsDeadline() async throws {
        let gate = Gate()
        let box = Box()
        appStore.purchase(1, "lifetime")
        let store = app.launch(clock: gate.clock) { [ledger] in
            try await ledger.handle($0)
            await Task.detached { await box.refresh() }.value
        }
        box.store = store
        await eventually("the handler waits") { box.isWaiting }
        #expect(store.entitlements == nil)
        await gate.open()
        await eventually("late, and shown") { store.activeEntitlements == [.lifetime] }
        #expect(box.error as? StoreTransactionError == .handlerDeadlinePassed)
        #expect(appStore.finished == [1])
        try await store.close()
        #expect(ledger.calls == [1])
        #expect(ledger.failures.map(\.transactionID) == [1])
    }
}

/// Calls a store from within its own handler.
@MainActor
private final class Box {
    var store: TransactionStore<ProductID>?
    private(set) var isWaiting = false
    private(set) var error: (any Error)?

    func refresh() async {
        isWaiting = true
        do { _ = try await store?.refreshEntitlements() } catch { self.error = error }
    }
}

/// Lets the deadlines pass that somebody waits for, and every shorter pause at once.
@MainActor
private final class Gate {
    private var openings = 0
    private var waiting = 0

    /// Opens when somebody waits.
    func open() async {
        await eventually("a deadline is set") { waiting > 0 }
        openings += 1
    }

    private func wait() async throws {
        let before = openings
        waiting += 1
        defer { waiting -= 1 }
        await eventually("the deadline is let pass, or not needed") { openings != before || Task.isCancelled }
        try Task.checkCancellation()
    }

    nonisolated var clock: StoreClock {
        StoreClock(
            now: { Date(timeIntervalSince1970: 0) }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) },
            pause: { [self] duration in
                if duration >= .seconds(60) { try await wait() }
            })
    }
}
