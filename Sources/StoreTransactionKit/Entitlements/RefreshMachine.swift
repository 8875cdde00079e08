/// When StoreKit is asked, and in which order.
///
/// One pass at a time: `Transaction.unfinished` is handed over until a scan brings nothing new, what it brought settles,
/// the entitlements are read and published, and the failures that were met are told; a slow reporter delays the end of
/// the pass only a little. Whoever asks during a pass is
/// served by the next one, so nobody gets a result older than their request, and no more than one pass waits.
struct RefreshMachine {
    enum Event: Equatable {
        /// Somebody waits for the result.
        case requested(retriesFailures: Bool)
        /// What is shown may be out of date.
        case changed
        case lullPassed
        case scanned
        /// `bringsUnknown`: some current entitlement was neither handled here nor seen in an earlier pass.
        case read(bringsUnknown: Bool)
        /// `isPremature`: nothing could be shown because what would be is still being handled.
        case published(isPremature: Bool)
        /// Something settled or was told.
        case progressed
    }

    enum Effect: Equatable {
        /// Say `lullPassed` after a moment.
        case awaitLull
        case retryFailures
        case scanUnfinished
        case readEntitlements
        case publish
        case ended(pass: Int)
    }

    /// Counters of the rest of the store.
    struct Progress: Equatable {
        /// Revisions accepted for handling, those among them that a scan found, and those that have settled.
        var accepted = 0
        var found = 0
        var settled = 0
        /// Failures noticed and told.
        var noticed = 0
        var told = 0
    }

    private enum Phase: Equatable {
        case idle
        case awaitingLull(changes: Int, quiet: Int, rounds: Int)
        case scanning(round: Int, found: Int)
        case settling(goal: Int, then: Next)
        case reading
        case confirming
        case publishing
        case telling(goal: Int, rounds: Int)
    }

    private enum Next: Equatable {
        case scan(round: Int)
        case read
        case publish
    }

    /// A pass that keeps finding new work is cut short; what arrives later brings a pass of its own.
    private static let mostScans = 4
    /// A pass waits for a pause in the arrivals, but not for ever: twice as long each time there is none.
    private static let mostLulls = 100

    private var phase = Phase.idle
    private var passes = 0
    private var isRequested = false
    private var retriesFailures = false
    private var isOutdated = false
    /// How many lulls without an arrival make a pause: twice as many each time something arrived during a pass.
    private var calm = 1
    private var patience = mostLulls
    private var changes = 0

    /// The number of the pass that serves a request made now.
    var nextPass: Int { passes + 1 }

    var isIdle: Bool { phase == .idle }

    mutating func handle(_ event: Event, _ progress: Progress) -> [Effect] {
        switch (event, phase) {
        case (.requested(let retries), _):
            isRequested = true
            retriesFailures = retriesFailures || retries
        case (.changed, .scanning), (.changed, .settling(_, then: .scan)), (.changed, .settling(_, then: .read)):
            break  // The entitlements are still to be read.
        case (.changed, _):
            changes += 1
            isOutdated = true
        case (.lullPassed, .awaitingLull(let before, let quiet, let rounds)):
            let quiet = changes == before ? quiet + 1 : 0
            if quiet >= calm || rounds == patience {
                patience = quiet >= calm ? Self.mostLulls : patience * 2
                return begin(progress)
            }
            phase = .awaitingLull(changes: changes, quiet: quiet, rounds: rounds + 1)
            return [.awaitLull]
        case (.scanned, .scanning(let round, let found)):
            let next = progress.found > found && round < Self.mostScans ? Next.scan(round: round + 1) : .read
            phase = .settling(goal: progress.accepted, then: next)
        case (.scanned, .confirming):
            phase = .settling(goal: progress.accepted, then: .publish)
        case (.read(let bringsUnknown), .reading):
            if bringsUnknown {
                phase = .confirming
                return [.scanUnfinished]
            }
            phase = .settling(goal: 0, then: .publish)
        case (.published(let isPremature), .publishing):
            phase =
                isPremature
                ? .settling(goal: progress.accepted, then: .publish) : .telling(goal: progress.noticed, rounds: 0)
            if !isPremature, progress.told < progress.noticed { return [.awaitLull] }
        case (.lullPassed, .telling(let goal, let rounds)):
            phase = .telling(goal: goal, rounds: rounds + 1)
            if progress.told < goal, rounds < Self.mostLulls { return [.awaitLull] }
        case (.lullPassed, _), (.scanned, _), (.read, _), (.published, _), (.progressed, _):
            break
        }
        return advance(progress)
    }

    private mutating func advance(_ progress: Progress) -> [Effect] {
        switch phase {
        case .idle, .awaitingLull:
            if isRequested { return begin(progress) }
            guard phase == .idle, isOutdated else { return [] }
            phase = .awaitingLull(changes: changes, quiet: 0, rounds: 1)
            return [.awaitLull]
        case .settling(let goal, let next) where progress.settled >= goal:
            return proceed(to: next, progress)
        case .telling(let goal, let rounds) where progress.told >= goal || rounds > Self.mostLulls:
            phase = .idle
            calm = isOutdated ? min(calm * 2, 64) : 1
            return [.ended(pass: passes)] + advance(progress)
        default:
            return []
        }
    }

    private mutating func begin(_ progress: Progress) -> [Effect] {
        let retries = retriesFailures
        passes += 1
        isRequested = false
        retriesFailures = false
        isOutdated = false
        phase = .scanning(round: 1, found: progress.found)
        return retries ? [.retryFailures, .scanUnfinished] : [.scanUnfinished]
    }

    private mutating func proceed(to next: Next, _ progress: Progress) -> [Effect] {
        switch next {
        case .scan(let round):
            phase = .scanning(round: round, found: progress.found)
            return [.scanUnfinished]
        case .read:
            phase = .reading
            return [.readEntitlements]
        case .publish:
            phase = .publishing
            return [.publish]
        }
    }
}
