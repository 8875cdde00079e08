import Foundation

/// Which revisions are handled, when, and how it went.
///
/// One lane: a revision is handled, then finished, then the next one begins, in the order of arrival from all sources.
/// One that failed waits for a reason to be tried again. A handler that does not return in time gives the lane free, and
/// nothing of its transaction is handled until it does return.
///
/// Of each transaction, what the App Store signed last counts. An arrival is news if it says something else than the
/// last accepted one and was not signed before it: a refund that is taken back is news although the transaction then
/// says again what it said at first, and a purchase that comes in after its refund is not. A transaction is finished
/// when its last revision has succeeded.
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

    /// The last accepted revision of a transaction.
    private struct Latest {
        let digest: UInt64
        var signedDate: Date
    }

    private var latest: [TransactionKey: Latest] = [:]
    /// A transaction is in it as often as revisions of it wait.
    private var queue = Queue<TransactionKey>()
    /// In the order in which they were accepted; none is empty.
    private var waiting: [TransactionKey: [Arrival]] = [:]
    private var running: Arrival?
    /// With a handler that has not returned in time.
    private var overdue: [TransactionKey: Arrival] = [:]
    /// The latest revision of a transaction, if it failed.
    private var failures: [TransactionKey: Failure] = [:]
    private var failureCount = 0

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .arrived(let arrival, let retries): arrive(arrival, retries: retries)
        case .handlerReturned(let revision): mayFinish(revision) ? [.finish(revision)] : succeed(revision)
        case .handlerThrew(let revision, let error): fail(revision, error)
        case .deadlinePassed(let revision): giveUpWaiting(for: revision)
        case .finished(let revision): succeed(revision)
        case .retry(let revision): failure(of: revision).map { retry($0) } ?? []
        case .retryAll: failuresInOrder.filter { $0.retry != .never }.flatMap { retry($0) }
        }
    }

    private mutating func arrive(_ arrival: Arrival, retries: Bool) -> [Effect] {
        let key = arrival.revision.transaction
        if let latest = latest[key] {
            if latest.digest == arrival.revision.digest {
                self.latest[key]?.signedDate = max(latest.signedDate, arrival.signedDate)
                return retries ? failures[key].map { retry($0) } ?? [] : []
            }
            if arrival.signedDate < latest.signedDate { return [] }
        }
        latest[key] = Latest(digest: arrival.revision.digest, signedDate: arrival.signedDate)
        let replaced = failures.removeValue(forKey: key).map { forget($0.revision) } ?? []
        return replaced + accept(arrival)
    }

    private mutating func accept(_ arrival: Arrival) -> [Effect] {
        let key = arrival.revision.transaction
        accepted += 1
        waiting[key, default: []].append(arrival)
        queue.append(key)
        return startNext()
    }

    private mutating func retry(_ failure: Failure) -> [Effect] {
        let isTaken = overdue[failure.revision.transaction] != nil || isInHand(failure.revision)
        return isTaken ? [] : accept(failure.arrival)
    }

    private mutating func startNext() -> [Effect] {
        var effects: [Effect] = []
        while running == nil, let key = queue.popFirst(), let next = waiting[key]?.removeFirst() {
            if waiting[key]?.isEmpty == true { waiting[key] = nil }
            if overdue[key] == nil {
                running = next
                effects.append(.handle(next.revision))
            } else {
                settled += 1
                effects += record(StoreTransactionError.handlerDeadlinePassed, of: next, attempts: 0)
            }
        }
        return effects
    }

    private mutating func succeed(_ revision: Revision) -> [Effect] {
        let key = revision.transaction
        let isLate = isOverdue(revision)
        guard leave(revision) != nil else { return [] }
        var effects: [Effect] = [.settled(revision, nil)]
        if let failure = failures[key], failure.revision != revision {
            effects += retry(failure)
        } else {
            failures[key] = nil
        }
        effects += forget(revision)
        return isLate ? effects : effects + startNext()
    }

    private mutating func fail(_ revision: Revision, _ error: any Error) -> [Effect] {
        let isLate = isOverdue(revision)
        guard let arrival = leave(revision) else { return [] }
        guard isLate else {
            return record(error, of: arrival, attempts: attempts(at: revision) + 1) + startNext()
        }
        // The failure was told when the deadline passed.
        guard let failure = failures[revision.transaction] else { return forget(revision) }
        return failure.revision == revision ? [.retriable(failure)] : forget(revision) + retry(failure)
    }

    private mutating func giveUpWaiting(for revision: Revision) -> [Effect] {
        guard !isOverdue(revision), let arrival = leave(revision) else { return [] }
        overdue[revision.transaction] = arrival
        return record(
            StoreTransactionError.handlerDeadlinePassed, of: arrival, attempts: attempts(at: revision) + 1)
            + startNext()
    }

    private mutating func record(_ error: any Error, of arrival: Arrival, attempts: Int) -> [Effect] {
        let revision = arrival.revision
        let key = revision.transaction
        if waiting[key] != nil {
            // A later revision takes its place.
            return [.report(arrival, error), .settled(revision, error)] + forget(revision)
        }
        let previous = failures[key]
        failureCount += 1
        let failure = Failure(arrival: arrival, error: error, attempts: attempts, order: failureCount)
        failures[key] = failure

        var effects: [Effect] = []
        if String(reflecting: error) != previous.map({ String(reflecting: $0.error) }) {
            effects.append(.report(arrival, error))
        }
        effects.append(.settled(revision, error))
        if overdue[key] == nil { effects.append(.retriable(failure)) }
        return effects
    }

    private func attempts(at revision: Revision) -> Int {
        failure(of: revision)?.attempts ?? 0
    }

    /// Takes a revision from the lane, or from those whose handler was late.
    private mutating func leave(_ revision: Revision) -> Arrival? {
        if isOverdue(revision) { return overdue.removeValue(forKey: revision.transaction) }
        guard let arrival = running, arrival.revision == revision else { return nil }
        running = nil
        settled += 1
        return arrival
    }

    private func forget(_ revision: Revision) -> [Effect] {
        isKept(revision) ? [] : [.forget(revision)]
    }

    private func isOverdue(_ revision: Revision) -> Bool {
        overdue[revision.transaction]?.revision == revision
    }
}

extension HandlingMachine {
    /// What is known of a revision.
    enum Standing {
        case unknown, pending, failed, succeeded
        /// A later revision of the transaction has come in.
        case superseded
    }

    func standing(of snapshot: StoreTransactionSnapshot) -> Standing {
        standing(of: snapshot.revision, signed: snapshot.signedDate)
    }

    func standing(of revision: Revision, signed date: Date) -> Standing {
        if isWaiting(revision) { return .pending }
        if failure(of: revision) != nil { return .failed }
        guard let latest = latest[revision.transaction] else { return .unknown }
        if latest.digest == revision.digest { return isInHand(revision) ? .unknown : .succeeded }
        return date < latest.signedDate ? .superseded : .unknown
    }

    /// The last accepted revision of a transaction.
    func latestRevision(of transaction: TransactionKey) -> Revision? {
        latest[transaction].map { Revision(transaction: transaction, digest: $0.digest) }
    }

    /// Whether to finish the transaction ends the work for it. StoreKit forgets all that it says of a transaction that
    /// is finished, so it is not while a later revision is still to be handled.
    func mayFinish(_ revision: Revision) -> Bool {
        waiting[revision.transaction] == nil && failures[revision.transaction].map { $0.revision == revision } != false
    }

    /// Whether a revision waits for the handler, is with it or is being finished.
    func isInHand(_ revision: Revision) -> Bool {
        isWaiting(revision) || isOverdue(revision)
    }

    /// The same without those whose handler was late.
    private func isWaiting(_ revision: Revision) -> Bool {
        running?.revision == revision || waiting[revision.transaction]?.contains { $0.revision == revision } == true
    }

    /// Whether a revision is still needed.
    func isKept(_ revision: Revision) -> Bool {
        isInHand(revision) || failure(of: revision) != nil
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
        Set(waiting.keys).union(running.map { [$0.revision.transaction] } ?? [])
    }

    /// Whether the lane takes more without growing long. Who brings transactions by the thousand waits for it.
    var hasRoom: Bool { queue.count < 64 }

    /// A handler that has not returned in time is not waited for.
    var isIdle: Bool { running == nil && waiting.isEmpty }
}
