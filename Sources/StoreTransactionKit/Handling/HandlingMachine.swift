/// Which revisions are handled, when, and how it went.
///
/// One lane: a revision is handled, then finished, then the next one begins, in the order of arrival from all sources.
/// A revision that has succeeded is never handled again; one that failed waits for a reason to be tried again.
struct HandlingMachine {
    enum Event {
        /// `retries`: a failed revision is tried again.
        case arrived(Arrival, retries: Bool)
        case handlerReturned(Revision)
        case handlerThrew(Revision, any Error)
        case finished(Revision)
        case retryRequested
    }

    enum Effect {
        case handle(Revision)
        case finish(Revision)
        /// It failed, and that is to be told.
        case report(Arrival, any Error)
        /// It succeeded, or failed with the error.
        case settled(Revision, (any Error)?)
        /// Nothing will be done about it any more, unless it arrives again.
        case forget(Revision)
    }

    struct Failure {
        let arrival: Arrival
        let error: any Error
        /// Failures in the order they happened.
        let order: Int
    }

    /// How many revisions have been accepted and settled so far, trials of a failed one counted each.
    /// They settle in the order in which they were accepted.
    private(set) var accepted = 0
    private(set) var settled = 0

    private var queue = Queue<Revision>()
    private var running: Revision?
    private var pending: [Revision: Arrival] = [:]
    private var succeeded: Set<Revision> = []
    /// At most one for each transaction, its latest.
    private var failures: [TransactionKey: Failure] = [:]
    private var failureCount = 0

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .arrived(let arrival, let retries): arrive(arrival, retries: retries)
        case .handlerReturned(let revision): [.finish(revision)]
        case .handlerThrew(let revision, let error): fail(revision, error)
        case .finished(let revision): succeed(revision)
        case .retryRequested: retryAll()
        }
    }

    private mutating func arrive(_ arrival: Arrival, retries: Bool) -> [Effect] {
        let revision = arrival.revision
        if succeeded.contains(revision) || pending[revision] != nil { return [] }
        guard let failure = failures[revision.transaction] else { return accept(arrival) }
        if failure.arrival.revision == revision {
            return retries ? accept(failure.arrival) : []
        }
        // What the App Store signed later takes the place of what failed.
        guard arrival.signedDate >= failure.arrival.signedDate else { return accept(arrival) }
        failures[revision.transaction] = nil
        return [.forget(failure.arrival.revision)] + accept(arrival)
    }

    private mutating func accept(_ arrival: Arrival) -> [Effect] {
        accepted += 1
        pending[arrival.revision] = arrival
        queue.append(arrival.revision)
        return startNext()
    }

    private mutating func startNext() -> [Effect] {
        guard running == nil, let next = queue.popFirst() else { return [] }
        running = next
        return [.handle(next)]
    }

    private mutating func succeed(_ revision: Revision) -> [Effect] {
        guard let arrival = settle(revision) else { return [] }
        succeeded.insert(revision)
        var effects: [Effect] = [.settled(revision, nil), .forget(revision)]
        if let failure = failures[revision.transaction], failure.arrival.signedDate <= arrival.signedDate {
            failures[revision.transaction] = nil
            if failure.arrival.revision != revision { effects.append(.forget(failure.arrival.revision)) }
        }
        return effects + startNext()
    }

    private mutating func fail(_ revision: Revision, _ error: any Error) -> [Effect] {
        guard let arrival = settle(revision) else { return [] }
        failureCount += 1
        var forgotten: [Effect] = []
        if let other = failures[revision.transaction], other.arrival.revision != revision {
            guard other.arrival.signedDate <= arrival.signedDate else {
                return [.report(arrival, error), .settled(revision, error), .forget(revision)] + startNext()
            }
            forgotten = [.forget(other.arrival.revision)]
        }
        failures[revision.transaction] = Failure(arrival: arrival, error: error, order: failureCount)
        return forgotten + [.report(arrival, error), .settled(revision, error)] + startNext()
    }

    private mutating func settle(_ revision: Revision) -> Arrival? {
        guard running == revision, let arrival = pending.removeValue(forKey: revision) else { return nil }
        running = nil
        settled += 1
        return arrival
    }

    private mutating func retryAll() -> [Effect] {
        failuresInOrder
            .filter { pending[$0.arrival.revision] == nil }
            .flatMap { accept($0.arrival) }
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
        if failures[revision.transaction]?.arrival.revision == revision { return .failed }
        return .unknown
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

    var isIdle: Bool { pending.isEmpty }
}
