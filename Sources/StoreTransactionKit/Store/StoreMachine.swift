import Foundation

/// Everything the store decides: what is handled, when StoreKit is asked, what is shown and what is told.
/// It lists effects, and `StoreSession` performs them.
struct StoreMachine {
    enum Event {
        /// A verified transaction. `retries`: if it has failed before, it is tried again.
        case arrived(Arrival, retries: Bool)
        case handlerReturned(Revision)
        /// `isAwaited`: a caller waits for this transaction.
        case handlerThrew(Revision, any Error, isAwaited: Bool)
        case finished(Revision)

        /// Somebody waits for the pass `nextPass`.
        case refreshRequested(retriesFailures: Bool)
        /// A subscription's status changed, or the moment came at which something shown ends.
        case changed
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
        /// Say `changed` at this moment and forget the one named before.
        case wake(at: Date?)
        /// The pass is over; it met the error.
        case ended(pass: Int, (any Error)?)

        case report(StoreTransactionBackgroundFailure)
        /// Nothing is going on any more.
        case idle
    }

    private(set) var handling = HandlingMachine()
    private var refresh = RefreshMachine()
    private var projection = EntitlementProjection()
    private var failures = FailureQueue()

    private var found = 0
    private var reading = EntitlementReading()
    private var readAt = Date.distantPast
    /// Current entitlements that are not unfinished, though they were not handled here: an earlier launch did.
    private var handledBefore: Set<Revision> = []
    private var startupError: (any Error)?
    private var isStarted = false

    /// The number of the pass that serves a request made now.
    var nextPass: Int { refresh.nextPass }
    var isIdle: Bool { handling.isIdle && refresh.isIdle && failures.isIdle }

    mutating func handle(_ event: Event) -> [Effect] {
        let effects = react(to: event)
        return isIdle ? effects + [.idle] : effects
    }

    private mutating func react(to event: Event) -> [Effect] {
        switch event {
        case .arrived(let arrival, let retries):
            let before = handling.accepted
            let effects = perform(handling.handle(.arrived(arrival, retries: retries)))
            if arrival.source == .unfinished { found += handling.accepted - before }
            return effects
        case .handlerReturned(let revision):
            return perform(handling.handle(.handlerReturned(revision)))
        case .handlerThrew(let revision, let error, let isAwaited):
            return perform(handling.handle(.handlerThrew(revision, error)), isAwaited: isAwaited)
        case .finished(let revision):
            return perform(handling.handle(.finished(revision)))
        case .refreshRequested(let retries):
            return advance(.requested(retriesFailures: retries))
        case .changed:
            return advance(.changed)
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

    private mutating func perform(_ effects: [HandlingMachine.Effect], isAwaited: Bool = false) -> [Effect] {
        effects.flatMap { effect -> [Effect] in
            switch effect {
            case .handle(let revision): [.handle(revision)]
            case .finish(let revision): [.finish(revision)]
            case .forget(let revision): [.forget(revision)]
            case .report(let arrival, let error): notice(arrival.failureSource(isAwaited: isAwaited), arrival, error)
            case .settled(let revision, let error): [.settled(revision, error)] + advance(.changed)
            }
        }
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
            case .readEntitlements: [.readEntitlements]
            case .retryFailures: perform(handling.handle(.retryRequested))
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
        Set(reading.current.map(\.revision).filter { handling.standing(of: $0) == .unknown })
    }

    private mutating func publish() -> [Effect] {
        handledBefore = unknown
        let isChanged = projection.apply(reading, handling: handling, now: readAt)
        var effects: [Effect] = []
        if isChanged, let shown = projection.shown {
            effects.append(.show(StoreEntitlements(transactions: shown)))
        }
        effects.append(.wake(at: projection.nextEnd(after: readAt)))
        let isPremature = projection.shown == nil && handling.firstError == nil
        return effects + advance(.published(isPremature: isPremature))
    }

    /// The startup's failure stays until a later pass meets none, or, while nothing could be shown, another one.
    private mutating func end(_ pass: Int) -> [Effect] {
        let error = handling.firstError
        if error == nil || !isStarted || projection.shown == nil { startupError = error }
        isStarted = true
        return [.showStartupError(startupError), .ended(pass: pass, error)]
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
