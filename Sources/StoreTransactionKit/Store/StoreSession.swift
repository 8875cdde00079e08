import Foundation
import Observation
import StoreKit

/// Performs what `StoreMachine` decides: calls StoreKit and the app's callbacks, and holds what is shown.
///
/// Whatever it runs inherits the task-local values of the store's creator, not of a caller.
@MainActor @Observable
final class StoreSession {
    private(set) var entitlements: StoreEntitlements?
    private(set) var startupError: (any Error)?
    private(set) var pendingWork: [StorePendingTransaction] = []

    @ObservationIgnored private let handleTransaction: @Sendable (StoreTransactionSnapshot) async throws -> Void
    @ObservationIgnored private let reportFailure: @Sendable (StoreTransactionBackgroundFailure) async -> Void
    @ObservationIgnored let clock: StoreClock
    @ObservationIgnored private let handlerDeadline: Duration
    @ObservationIgnored let origin = TaskOrigin()

    @ObservationIgnored private(set) var machine = StoreMachine()
    /// What has arrived and is not done with.
    @ObservationIgnored private var transactions: [Revision: VerifiedTransaction] = [:]
    @ObservationIgnored private var unverified: Set<UnverifiedSighting> = []
    @ObservationIgnored private var alarm: (date: Date, task: Task<Void, Never>)?
    @ObservationIgnored private var producers: [Task<Void, Never>] = []

    @ObservationIgnored let waiters = Waiters<Milestone>()
    @ObservationIgnored var lifecycle = Lifecycle.open
    @ObservationIgnored var closing: Task<Void, Never>?
    @ObservationIgnored var synchronization = Synchronization()
    /// Calls that read from StoreKit by themselves.
    @ObservationIgnored var readers = 0

    /// What a task can wait for.
    enum Milestone: Hashable {
        case settled(Revision)
        case pass(Int)
        case restored(Int)
        case room
        case idle
    }

    private struct UnverifiedSighting: Hashable {
        let source: StoreTransactionBackgroundFailure.Source
        let revision: Revision
    }

    init(
        handleTransaction: @escaping @Sendable (StoreTransactionSnapshot) async throws -> Void,
        reportFailure: @escaping @Sendable (StoreTransactionBackgroundFailure) async -> Void,
        clock: StoreClock, handlerDeadline: Duration
    ) {
        self.handleTransaction = handleTransaction
        self.reportFailure = reportFailure
        self.clock = clock
        self.handlerDeadline = handlerDeadline
        producers = [Task { await listenForTransactions() }, Task { await listenForStatuses() }]
        send(.refreshRequested(retriesFailures: false))
    }

    func send(_ event: StoreMachine.Event) {
        for effect in machine.handle(event) {
            perform(effect)
        }
    }

    private func perform(_ effect: StoreMachine.Effect) {
        switch effect {
        case .handle(let revision): origin.start { await self.handle(revision) }
        case .finish(let revision): origin.start { await self.finish(revision) }
        case .settled(let revision, let error):
            waiters.reach(.settled(revision), throwing: error)
            if machine.handling.hasRoom { waiters.reach(.room) }
        case .forget(let revision): transactions[revision] = nil
        case .awaitLull: origin.start { await self.awaitLull() }
        case .scanUnfinished: origin.start { await self.scanUnfinished() }
        case .readEntitlements: origin.start { await self.readEntitlements() }
        case .show(let entitlements): self.entitlements = entitlements
        case .showStartupError(let error): if error != nil || startupError != nil { startupError = error }
        case .showPending(let pending): show(pending)
        case .wake(let date): wake(at: date)
        case .ended(let pass, let error): waiters.reach(.pass(pass), throwing: error)
        case .report(let failure): origin.start { await self.report(failure) }
        case .idle: waiters.reach(.idle)
        }
    }

    // MARK: Handling

    private func handle(_ revision: Revision) async {
        guard let snapshot = transactions[revision]?.snapshot else { return }
        let call = Task {
            try await CallbackScope.run(of: self) { [handleTransaction] in try await handleTransaction(snapshot) }
        }
        let deadline = Task {
            try await clock.pause(handlerDeadline)
            try Task.checkCancellation()
            call.cancel()
            send(.deadlinePassed(revision, isAwaited: isAwaited(revision), at: clock.now()))
        }
        do {
            try await call.value
            deadline.cancel()
            transactions[revision]?.reportDurable()
            send(.handlerReturned(revision))
        } catch {
            deadline.cancel()
            transactions[revision]?.reportDeferred()
            send(.handlerThrew(revision, error, isAwaited: isAwaited(revision), at: clock.now()))
        }
    }

    private func isAwaited(_ revision: Revision) -> Bool {
        waiters.isAwaited(.settled(revision))
    }

    private func finish(_ revision: Revision) async {
        // Something later may have come in since the handler returned.
        if machine.handling.mayFinish(revision) { await transactions[revision]?.transaction.finish() }
        send(.finished(revision))
    }

    private func report(_ failure: StoreTransactionBackgroundFailure) async {
        await CallbackScope.run(of: self) { [reportFailure] in await reportFailure(failure) }
        send(.failureTold)
    }

    /// Takes what StoreKit delivered, or tells once that it is not verified.
    func accept(
        _ delivery: Delivery, from source: Arrival.Source, failingAs failure: StoreTransactionBackgroundFailure.Source,
        retries: Bool = false
    ) {
        switch delivery {
        case .verified(let verified):
            let snapshot = verified.snapshot
            transactions[snapshot.revision] = verified
            send(.arrived(Arrival(snapshot, source: source), retries: retries))
            if !machine.handling.isKept(snapshot.revision) { transactions[snapshot.revision] = nil }
        case .unverified(let revision, let error):
            notice(failure, revision, error)
        }
    }

    func notice(
        _ source: StoreTransactionBackgroundFailure.Source, _ revision: Revision,
        _ error: StoreTransactionVerificationError
    ) {
        if unverified.insert(UnverifiedSighting(source: source, revision: revision)).inserted {
            send(.failureNoticed(source, error))
        }
    }

    /// Returns when the lane takes more, or the task is cancelled.
    func awaitRoom() async {
        while !machine.handling.hasRoom, !Task.isCancelled {
            try? await waiters.wait(for: .room)
        }
    }

    private func show(_ pending: [StoreMachine.PendingTransaction]) {
        if pending.isEmpty, pendingWork.isEmpty { return }
        pendingWork = pending.compactMap { pending in
            transactions[pending.failure.revision].map {
                StorePendingTransaction(
                    transaction: $0.snapshot, error: pending.failure.error, attempts: pending.failure.attempts,
                    nextAttempt: pending.nextAttempt, isWithheld: pending.isWithheld)
            }
        }
    }

    // MARK: Time

    /// Arrivals in a burst are closer together than this, so they are read as one.
    private func awaitLull() async {
        try? await clock.pause(.milliseconds(10))
        send(.lullPassed)
    }

    private func wake(at date: Date?) {
        guard date != alarm?.date else { return }
        alarm?.task.cancel()
        alarm = nil
        guard let date, lifecycle == .open else { return }
        let task = Task {
            guard (try? await clock.sleep(date)) != nil, !Task.isCancelled else { return }
            alarm = nil
            // A clock may round what it says.
            send(.clockReached(max(clock.now(), date)))
        }
        alarm = (date, task)
    }

    // MARK: End

    /// Nobody can call any more: what was accepted is completed, and nothing is tried or looked at again.
    func abandon() {
        lifecycle = .closed
        _ = stopListening()
    }

    /// Accepts nothing more from StoreKit. What was accepted is completed.
    func stopListening() -> [Task<Void, Never>] {
        alarm?.task.cancel()
        alarm = nil
        for producer in producers {
            producer.cancel()
        }
        return producers
    }
}
