/// Which revisions are handled, when, and how it went.
///
/// One lane: a revision is handled, then finished, then the next one begins, in the order of arrival from all sources.
/// A revision that has succeeded is never handled again; one that failed waits for a reason to be tried again. A handler
/// that does not return in time gives the lane free, and its revision is not tried again until it does return.
struct HandlingMachine {
    enum Event {
        /// `retries`: a failed revision is tried again.
        case arrived(Arrival, retries: Bool)
        case handlerReturned(Revision)
        case handlerThrew(Revision, any Error)
        /// The handler has not returned in time.
        case deadlinePassed(Revision)
        case finished(Revision)
        case retry(Revision)
        case retryAll
    }

    enum Effect {
        case handle(Revision)
        case finish(Revision)
        /// It failed, and that is to be told.
        case report(Arrival, any Error)
        /// It succeeded, or failed with the error.
        case settled(Revision, (any Error)?)
        /// It has failed and may be tried again.
        case retriable(Failure)
        /// Nothing will be done about it any more, unless it arrives again.
        case forget(Revision)
    }

    struct Failure {
        let arrival: Arrival
        let error: any Error
        /// How often the handler was called for this revision.
        let attempts: Int
        /// Failures in the order they happened.
        let order: Int

        var revision: Revision { arrival.revision }

        var retry: StoreTransactionRetry {
            (error as? any StoreTransactionRetrying)?.retry ?? .automatic
        }
    }

    /// How many revisions have been accepted and settled so far, trials of a failed one counted each.
    /// They settle in the order in which they were accepted.
    private(set) var accepted = 0
    private(set) var settled = 0

    private var queue = Queue<Revision>()
    private var running: Revision?
    private var pending: [Revision: Arrival] = [:]
    /// With a handler that has not returned in time.
    private var overdue: [Revision: Arrival] = [:]
    private var succeeded: Set<Revision> = []
    /// At most one for each transaction, its latest.
    private var failures: [TransactionKey: Failure] = [:]
    private var failureCount = 0

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .arrived(let arrival, let retries): arrive(arrival, retries: retries)
        case .handlerReturned(let revision): [.finish(revision)]
        case .handlerThrew(let revision, let error): fail(revision, error)
        case .deadlinePassed(let revision): giveUpWaiting(for: revision)
        case .finished(let revision): succeed(revision)
        case .retry(let revision): failures[revision.transaction].map { $0.revision == revision ? retry($0) : [] } ?? []
        case .retryAll: failuresInOrder.filter { $0.retry != .never }.flatMap { retry($0) }
        }
    }

    private mutating func arrive(_ arrival: Arrival, retries: Bool) -> [Effect] {
        let revision = arrival.revision
        if succeeded.contains(revision) || isInHand(revision) { return [] }
        guard let failure = failures[revision.transaction] else { return accept(arrival) }
        if failure.revision == revision {
            return retries ? retry(failure) : []
        }
        // What the App Store signed later takes the place of what failed.
        guard arrival.signedDate >= failure.arrival.signedDate else { return accept(arrival) }
        failures[revision.transaction] = nil
        return forget(failure.revision) + accept(arrival)
    }

    private mutating func accept(_ arrival: Arrival) -> [Effect] {
        accepted += 1
        pending[arrival.revision] = arrival
        queue.append(arrival.revision)
        return startNext()
    }

    private mutating func retry(_ failure: Failure) -> [Effect] {
        isInHand(failure.revision) ? [] : accept(failure.arrival)
    }

    private mutating func startNext() -> [Effect] {
        guard running == nil, let next = queue.popFirst() else { return [] }
        running = next
        return [.handle(next)]
    }

    private mutating func succeed(_ revision: Revision) -> [Effect] {
        let isLate = overdue[revision] != nil
        guard let arrival = overdue.removeValue(forKey: revision) ?? leaveLane(revision) else { return [] }
        succeeded.insert(revision)
        var effects: [Effect] = [.settled(revision, nil), .forget(revision)]
        if let failure = failures[revision.transaction], failure.arrival.signedDate <= arrival.signedDate {
            failures[revision.transaction] = nil
            if failure.revision != revision { effects += forget(failure.revision) }
        }
        return isLate ? effects : effects + startNext()
    }

    private mutating func fail(_ revision: Revision, _ error: any Error) -> [Effect] {
        if overdue.removeValue(forKey: revision) != nil {
            // The failure was told when the deadline passed.
            guard let failure = failures[revision.transaction], failure.revision == revision else {
                return forget(revision)
            }
            return [.retriable(failure)]
        }
        guard let arrival = leaveLane(revision) else { return [] }
        return record(error, of: arrival) + startNext()
    }

    private mutating func giveUpWaiting(for revision: Revision) -> [Effect] {
        guard let arrival = leaveLane(revision) else { return [] }
        overdue[revision] = arrival
        return record(StoreTransactionError.handlerDeadlinePassed, of: arrival) + startNext()
    }

    private mutating func record(_ error: any Error, of arrival: Arrival) -> [Effect] {
        let revision = arrival.revision
        let previous = failures[revision.transaction]
        if let previous, previous.revision != revision, previous.arrival.signedDate > arrival.signedDate {
            return [.report(arrival, error), .settled(revision, error)] + forget(revision)
        }
        failureCount += 1
        let isSame = previous?.revision == revision
        let failure = Failure(
            arrival: arrival, error: error, attempts: (isSame ? previous?.attempts ?? 0 : 0) + 1, order: failureCount)
        failures[revision.transaction] = failure

        var effects: [Effect] = []
        if let previous, !isSame { effects += forget(previous.revision) }
        if !isSame || String(reflecting: error) != previous.map({ String(reflecting: $0.error) }) {
            effects.append(.report(arrival, error))
        }
        effects.append(.settled(revision, error))
        if overdue[revision] == nil { effects.append(.retriable(failure)) }
        return effects
    }

    private mutating func leaveLane(_ revision: Revision) -> Arrival? {
        guard running == revision, let arrival = pending.removeValue(forKey: revision) else { return nil }
        running = nil
        settled += 1
        return arrival
    }

    private func forget(_ revision: Revision) -> [Effect] {
        isInHand(revision) ? [] : [.forget(revision)]
    }

    private func isInHand(_ revision: Revision) -> Bool {
        pending[revision] != nil || overdue[revision] != nil
    }
}

extension HandlingMachine {
    /// What is known of a revision.
    enum Standing {
        case unknown, pending, failed, succeeded
    }

    func standing(of revision: Revision) -> Standing {
        if succeeded.contains(revision) { return .succeeded }
        if pending[revision] != nil { return .pending }
        if failures[revision.transaction]?.revision == revision { return .failed }
        return .unknown
    }

    func failure(of revision: Revision) -> Failure? {
        failures[revision.transaction].flatMap { $0.revision == revision ? $0 : nil }
    }

    /// What has failed and not succeeded since, the first failure first.
    var failuresInOrder: [Failure] {
        failures.values.sorted { $0.order < $1.order }
    }

    var firstError: (any Error)? {
        failures.values.min { $0.order < $1.order }?.error
    }

    /// Transactions of which some revision waits for the handler or is with it.
    var pendingTransactions: Set<TransactionKey> {
        Set(pending.keys.map(\.transaction))
    }

    /// Whether the lane takes more without growing long. Who brings transactions by the thousand waits for it.
    var hasRoom: Bool { queue.count < 64 }

    /// A handler that has not returned in time is not waited for.
    var isIdle: Bool { pending.isEmpty }
}
