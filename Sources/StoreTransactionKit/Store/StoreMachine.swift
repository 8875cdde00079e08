import Foundation

/// Everything the store decides: what is handled, when StoreKit is asked, what is shown and what is told.
/// It lists effects, and `StoreSession` performs them.
struct StoreMachine {
    enum Event {
        /// A verified transaction. `retries`: if it has failed before, it is tried again.
        case arrived(Arrival, retries: Bool)
        case handlerReturned(Revision)
        /// `isAwaited`: a caller waits for this transaction.
        case handlerThrew(Revision, any Error, isAwaited: Bool, at: Date)
        case deadlinePassed(Revision, isAwaited: Bool, at: Date)
        case finished(Revision)

        /// Somebody waits for the pass `nextPass`.
        case refreshRequested(retriesFailures: Bool)
        /// A subscription's status changed.
        case changed
        /// The moment of the last `wake` came.
        case clockReached(Date)
        case lullPassed
        case scanned
        case read(EntitlementReading, at: Date)

        case failureNoticed(StoreTransactionBackgroundFailure.Source, any Error)
        case failureTold
    }

    enum Effect {
        case handle(Revision)
        case finish(Revision)
        /// The revision succeeded, or failed with the error.
        case settled(Revision, (any Error)?)
        case forget(Revision)

        case awaitLull
        case scanUnfinished
        case readEntitlements
        case show(StoreEntitlements)
        case showStartupError((any Error)?)
        case showPending([PendingTransaction])
        /// Say `clockReached` at this moment, and forget the one named before.
        case wake(at: Date?)
        /// The pass is over; it met the error.
        case ended(pass: Int, (any Error)?)

        case report(StoreTransactionBackgroundFailure)
        /// Nothing is going on any more.
        case idle
    }

    struct PendingTransaction {
        let failure: HandlingMachine.Failure
        let nextAttempt: Date?
        let isWithheld: Bool
    }

    private(set) var handling = HandlingMachine()
    private var retrying = RetryMachine()
    private var refresh = RefreshMachine()
    private var projection = EntitlementProjection()
    private var failures = FailureQueue()

    private var found = 0
    private var reading = EntitlementReading()
    private var readAt = Date.distantPast
    /// Current entitlements that are not unfinished, though they were not handled here: an earlier launch did.
    private var handledBefore: Set<Revision> = []
    /// What was taken back since StoreKit was last asked, with when that was signed.
    private var revokedSinceReading: [TransactionKey: Date] = [:]
    /// What the running pass has met when it published.
    private var passError: (any Error)?
    private var startupError: (any Error)?
    private var isStarted = false
    /// When something shown ends.
    private var end: Date?
    private var wake: Date?

    /// The number of the pass that serves a request made now.
    var nextPass: Int { refresh.nextPass }
    var isIdle: Bool { handling.isIdle && refresh.isIdle && failures.isIdle }

    mutating func handle(_ event: Event) -> [Effect] {
        var effects = react(to: event)
        let next = [end, retrying.next].compactMap(\.self).min()
        if next != wake {
            wake = next
            effects.append(.wake(at: next))
        }
        if isIdle { effects.append(.idle) }
        return effects
    }

    private mutating func react(to event: Event) -> [Effect] {
        switch event {
        case .arrived(let arrival, let retries):
            if arrival.isRevocation {
                revokedSinceReading.merge([arrival.revision.transaction: arrival.signedDate], uniquingKeysWith: max)
            }
            let before = handling.accepted
            let effects = perform(handling.handle(.arrived(arrival, retries: retries)))
            if arrival.source == .unfinished { found += handling.accepted - before }
            return effects
        case .handlerReturned(let revision):
            return perform(handling.handle(.handlerReturned(revision)))
        case .handlerThrew(let revision, let error, let isAwaited, let now):
            return perform(handling.handle(.handlerThrew(revision, error)), isAwaited: isAwaited, at: now)
        case .deadlinePassed(let revision, let isAwaited, let now):
            return perform(handling.handle(.deadlinePassed(revision)), isAwaited: isAwaited, at: now)
        case .finished(let revision):
            return perform(handling.handle(.finished(revision)))
        case .refreshRequested(let retries):
            return advance(.requested(retriesFailures: retries))
        case .changed:
            return advance(.changed)
        case .clockReached(let now):
            return clockReached(now)
        case .lullPassed:
            return advance(.lullPassed)
        case .scanned:
            return advance(.scanned)
        case .read(let reading, let now):
            self.reading = reading
            readAt = now
            return advance(.read(bringsUnknown: !unknown.isSubset(of: handledBefore)))
        case .failureNoticed(let source, let error):
            return notice(source, nil, error)
        case .failureTold:
            let next = failures.returned().map { [Effect.report($0)] } ?? []
            return next + advance(.progressed)
        }
    }

    private mutating func perform(
        _ effects: [HandlingMachine.Effect], isAwaited: Bool = false, at now: Date = .distantPast
    ) -> [Effect] {
        effects.flatMap { effect -> [Effect] in
            switch effect {
            case .handle(let revision):
                return [.handle(revision)]
            case .finish(let revision):
                return [.finish(revision)]
            case .forget(let revision):
                _ = retrying.handle(.settled(revision))
                return [.forget(revision)]
            case .report(let arrival, let error):
                return notice(arrival.failureSource(isAwaited: isAwaited), arrival, error)
            case .settled(let revision, let error):
                _ = retrying.handle(error == nil ? .settled(revision) : .failed(revision, at: now))
                // That it failed once more changes nothing of what is shown.
                let isRepeated = (handling.failure(of: revision)?.attempts ?? 0) > 1
                return [.settled(revision, error)] + advance(isRepeated ? .progressed : .changed)
            case .retriable(let failure):
                _ = retrying.handle(
                    .retriable(failure.revision, attempts: failure.attempts, failure.retry, at: now))
                return failure.attempts > 1 ? [showPending] : []
            }
        }
    }

    private mutating func clockReached(_ now: Date) -> [Effect] {
        wake = nil
        var effects: [Effect] = []
        for case .retry(let revision) in retrying.handle(.clockReached(now)) {
            effects += perform(handling.handle(.retry(revision)))
            if !handling.isInHand(revision) { _ = retrying.handle(.settled(revision)) }
        }
        if let end, end <= now {
            self.end = nil
            effects += advance(.changed)
        }
        return effects
    }

    private var showPending: Effect {
        let withheld = Set(projection.withheld.map(\.revision))
        return .showPending(
            handling.failuresInOrder.map {
                PendingTransaction(
                    failure: $0, nextAttempt: retrying.nextAttempt(of: $0.revision),
                    isWithheld: withheld.contains($0.revision))
            }
        )
    }

    private mutating func notice(
        _ source: StoreTransactionBackgroundFailure.Source, _ arrival: Arrival?, _ error: any Error
    ) -> [Effect] {
        failures.notice(source, arrival, error).map { [.report($0)] } ?? []
    }

    private mutating func advance(_ event: RefreshMachine.Event) -> [Effect] {
        refresh.handle(event, progress).flatMap { effect -> [Effect] in
            switch effect {
            case .awaitLull: [.awaitLull]
            case .scanUnfinished: [.scanUnfinished]
            case .readEntitlements: readEntitlements()
            case .retryFailures: perform(handling.handle(.retryAll))
            case .publish: publish()
            case .ended(let pass): end(pass)
            }
        }
    }

    private var progress: RefreshMachine.Progress {
        .init(
            accepted: handling.accepted, found: found, settled: handling.settled, noticed: failures.noticed,
            told: failures.told
        )
    }

    private var unknown: Set<Revision> {
        Set(reading.current.filter { handling.standing(of: $0) == .unknown }.map(\.revision))
    }

    private mutating func readEntitlements() -> [Effect] {
        revokedSinceReading = [:]
        return [.readEntitlements]
    }

    private mutating func publish() -> [Effect] {
        handledBefore = unknown
        passError = handling.firstError
        let isChanged = projection.apply(reading, handling: handling, revoked: revokedSinceReading, now: readAt)
        var effects: [Effect] = []
        if isChanged, let shown = projection.shown {
            effects.append(.show(StoreEntitlements(transactions: shown)))
        }
        end = projection.nextEnd(after: readAt)
        let isPremature = projection.shown == nil && passError == nil
        return effects + advance(.published(isPremature: isPremature))
    }

    /// The startup's failure stays until a later pass meets none, or, while nothing could be shown, another one.
    private mutating func end(_ pass: Int) -> [Effect] {
        let error = passError
        if error == nil || !isStarted || projection.shown == nil { startupError = error }
        isStarted = true
        return [.showStartupError(startupError), showPending, .ended(pass: pass, error)]
    }
}

extension Arrival {
    fileprivate func failureSource(isAwaited: Bool) -> StoreTransactionBackgroundFailure.Source {
        switch source {
        case .updates: .updates
        case .unfinished: .unfinished
        case .purchase: isAwaited ? .directOperation(.processPurchase) : .abandonedDirectOperation(.processPurchase)
        }
    }
}
