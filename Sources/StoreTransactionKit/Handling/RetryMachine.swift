import Foundation

/// When failed revisions are tried again by themselves.
///
/// Each waits twice as long after each failure. All together they are tried one at a time: after a failure the next one
/// waits a moment, however many are due, and after a success it does not.
struct RetryMachine {
    enum Event {
        /// A try failed, or did not end in time.
        case failed(Revision, at: Date)
        /// It may be tried again.
        case retriable(Revision, attempts: Int, StoreTransactionRetry, at: Date)
        /// It succeeded, or there is nothing to try any more.
        case settled(Revision)
        case clockReached(Date)
    }

    enum Effect: Equatable {
        case retry(Revision)
    }

    static let firstDelay: TimeInterval = 5
    static let longestDelay: TimeInterval = 900
    /// Between two tries in a row that fail.
    static let pause: TimeInterval = 1

    private var due: [Revision: Date] = [:]
    private var trying: Revision?
    private var pausedUntil = Date.distantPast

    /// When to say `clockReached`.
    private(set) var next: Date?

    mutating func handle(_ event: Event) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .failed(let revision, let now):
            if trying == revision {
                trying = nil
                pausedUntil = now.addingTimeInterval(Self.pause)
            }
        case .retriable(let revision, let attempts, let retry, let now):
            let soonest = now.addingTimeInterval(Self.delay(after: attempts, of: revision))
            switch retry {
            case .automatic: due[revision] = soonest
            case .notBefore(let date): due[revision] = max(date, soonest)
            case .never: due[revision] = nil
            }
        case .settled(let revision):
            due[revision] = nil
            if trying == revision {
                trying = nil
                pausedUntil = .distantPast
            }
        case .clockReached(let now):
            if trying == nil, pausedUntil <= now, let first = earliest, first.value <= now {
                trying = first.key
                due[first.key] = nil
                effects = [.retry(first.key)]
            }
        }
        next = trying == nil ? earliest.map { max($0.value, pausedUntil) } : nil
        return effects
    }

    func nextAttempt(of revision: Revision) -> Date? {
        due[revision].map { max($0, pausedUntil) }
    }

    private var earliest: (key: Revision, value: Date)? {
        due.min { ($0.value, $0.key.transaction.id) < ($1.value, $1.key.transaction.id) }
    }

    /// A quarter more or less, so that what failed together is not tried together. Which it is follows from the revision.
    private static func delay(after attempts: Int, of revision: Revision) -> TimeInterval {
        let delay = min(firstDelay * pow(2, Double(attempts - 1)), longestDelay)
        let share = Double((revision.digest >> UInt64(attempts % 32)) % 1024) / 1024
        return delay * (0.75 + share / 2)
    }
}
