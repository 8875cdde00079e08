import Foundation
import StoreKit
import Testing

@testable import StoreTransactionKit

/// The store's machine and a model of StoreKit, run through schedules that a seed makes up.
@Suite struct InterleavingTests {
    @Test(arguments: 0..<300)
    func nothingIsLostRepeatedOrHiddenInAnyOrderOfEvents(seed: Int) {
        var world = World(seed: UInt64(seed))
        for _ in 0..<150 { world.step() }
        world.settle()
        #expect(world.complaints == [], "seed \(seed)")
    }
}

/// Deterministic for a seed (SplitMix64).
private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

private struct World {
    private enum Job {
        case handler(Revision, isLate: Bool)
        case finish(Revision)
        case scan([StoreTransactionSnapshot])
        case read
        case lull
        case report
    }

    private var dice: Dice
    private var machine = StoreMachine()
    private var jobs: [Job] = []
    private var now = Date.day(0)
    private var wake: Date?

    private var transactions: [UInt64: StoreTransactionSnapshot] = [:]
    private var unfinished: Set<UInt64> = []
    private var succeeded: Set<Revision> = []
    /// The last revision of each transaction that succeeded.
    private var lastSucceeded: [TransactionKey: Revision] = [:]
    /// The last revision of each that the handler was called with.
    private var lastHanded: [TransactionKey: Revision] = [:]
    /// While its handler is late, states of a transaction can come and go unheard, and the one that comes back is handled
    /// again.
    private var wasLate: Set<TransactionKey> = []
    private var withHandler: Set<TransactionKey> = []
    /// Every state that a transaction has had.
    private var history: [StoreTransactionSnapshot] = []
    private var passesAwaited: Set<Int> = []
    private var shown: [StoreTransactionSnapshot]?
    private var handlersMayFail = true

    private(set) var complaints: [String] = []

    init(seed: UInt64) {
        dice = Dice(state: seed)
        for _ in 0..<Int.random(in: 0...5, using: &dice) { buy(isAnnounced: false) }
        request(retries: false)
    }

    // MARK: What happens

    mutating func step() {
        switch Int.random(in: 0..<20, using: &dice) {
        case 0: buy(isAnnounced: Bool.random(using: &dice))
        case 1: refund()
        case 2: if let any = history.randomElement(using: &dice) { arrive(any, .updates, retries: false) }
        case 3: if let any = history.randomElement(using: &dice) { arrive(any, .purchase, retries: true) }
        case 4: send(.changed)
        case 5: request(retries: Bool.random(using: &dice))
        case 6: passTime()
        case 7: takeRefundBack()
        default: finishAJob()
        }
    }

    /// Handlers work from now on, the app refreshes, and everything comes to rest.
    mutating func settle() {
        handlersMayFail = false
        for _ in 0..<2 {
            drain()
            request(retries: true)
            drain()
        }
        complain(if: !machine.isIdle, "it does not come to rest")
        complain(if: !passesAwaited.isEmpty, "a pass that somebody waits for never ended")
        complain(if: !unfinished.isEmpty, "unfinished: \(unfinished.sorted())")
        for transaction in transactions.values
        where lastSucceeded[transaction.revision.transaction] != transaction.revision {
            complain(if: true, "what holds now was not handled last: \(transaction.id)")
        }
        let entitled = Set(transactions.values.filter { $0.revocationDate == nil }.map(\.id))
        complain(if: shown.map { Set($0.map(\.id)) } != entitled, "what is shown is not what is owned")
    }

    private mutating func drain() {
        var rounds = 0
        while !jobs.isEmpty, rounds < 20_000 {
            finishAJob()
            rounds += 1
        }
    }

    private mutating func buy(isAnnounced: Bool) {
        let id = UInt64(transactions.count + 1)
        let transaction = StoreTransactionSnapshot.sample(
            id, product: "extra", type: .nonConsumable, bought: Int(id), expires: nil, signed: history.count)
        transactions[id] = transaction
        history.append(transaction)
        unfinished.insert(id)
        if isAnnounced { arrive(transaction, .updates, retries: false) }
    }

    /// StoreKit announces every refund, and lists it as unfinished only if the purchase was.
    private mutating func refund() {
        guard let one = owned.randomElement(using: &dice) else { return }
        change(one.id, revoked: 1000 + Int(one.id))
    }

    /// The transaction says again what it said at first.
    private mutating func takeRefundBack() {
        let revoked = transactions.values.filter { $0.revocationDate != nil }.sorted { $0.id < $1.id }
        guard let one = revoked.randomElement(using: &dice) else { return }
        change(one.id, revoked: nil)
    }

    private mutating func change(_ id: UInt64, revoked: Int?) {
        let changed = StoreTransactionSnapshot.sample(
            id, product: "extra", type: .nonConsumable, bought: Int(id), expires: nil, revoked: revoked,
            signed: history.count)
        transactions[id] = changed
        history.append(changed)
        arrive(changed, .updates, retries: false)
    }

    private mutating func arrive(_ transaction: StoreTransactionSnapshot, _ source: Arrival.Source, retries: Bool) {
        send(.arrived(Arrival(transaction, source: source), retries: retries))
    }

    private mutating func request(retries: Bool) {
        passesAwaited.insert(machine.nextPass)
        send(.refreshRequested(retriesFailures: retries))
    }

    private mutating func passTime() {
        guard let date = wake else { return }
        now = max(now, date)
        wake = nil
        send(.clockReached(now))
    }

    // MARK: What the machine asks for

    private mutating func finishAJob() {
        guard !jobs.isEmpty else { return }
        let job = jobs.remove(at: Int.random(in: 0..<jobs.count, using: &dice))
        switch job {
        case .handler(let revision, let isLate): endHandler(revision, isLate: isLate)
        case .finish(let revision):
            if machine.handling.mayFinish(revision) {
                // StoreKit forgets every state of it.
                let current = transactions[revision.transaction.id]?.revision
                complain(
                    if: lastSucceeded[revision.transaction] != current,
                    "finished before its last state was handled: \(revision.transaction.id)")
                unfinished.remove(revision.transaction.id)
            }
            send(.finished(revision))
        case .scan(let found):
            for transaction in found { arrive(transaction, .unfinished, retries: false) }
            send(.scanned)
        case .read:
            send(.read(EntitlementReading(current: owned, upgraded: []), at: now))
        case .lull: send(.lullPassed)
        case .report: send(.failureTold)
        }
    }

    private mutating func endHandler(_ revision: Revision, isLate: Bool) {
        if !isLate, handlersMayFail, Int.random(in: 0..<8, using: &dice) == 0 {
            jobs.append(.handler(revision, isLate: true))
            wasLate.insert(revision.transaction)
            return send(.deadlinePassed(revision, isAwaited: false, at: now))
        }
        withHandler.remove(revision.transaction)
        if handlersMayFail, Int.random(in: 0..<3, using: &dice) == 0 {
            lastHanded[revision.transaction] = nil
            return send(.handlerThrew(revision, DiskFull(), isAwaited: false, at: now))
        }
        succeeded.insert(revision)
        lastSucceeded[revision.transaction] = revision
        send(.handlerReturned(revision))
    }

    private var owned: [StoreTransactionSnapshot] {
        transactions.values.filter { $0.revocationDate == nil }.sorted { $0.id < $1.id }
    }

    private mutating func send(_ event: StoreMachine.Event) {
        for effect in machine.handle(event) { perform(effect) }
    }

    private mutating func perform(_ effect: StoreMachine.Effect) {
        switch effect {
        case .handle(let revision):
            let handed = lastHanded.updateValue(revision, forKey: revision.transaction)
            complain(
                if: handed == revision && lastSucceeded[revision.transaction] == revision
                    && !wasLate.contains(revision.transaction),
                "handed over again: \(revision.transaction.id)")
            complain(
                if: !withHandler.insert(revision.transaction).inserted, "twice at once: \(revision.transaction.id)")
            jobs.append(.handler(revision, isLate: false))
        case .finish(let revision): jobs.append(.finish(revision))
        case .awaitLull: jobs.append(.lull)
        case .scanUnfinished: jobs.append(.scan(unfinished.sorted().compactMap { transactions[$0] }))
        case .readEntitlements:
            let isReading = jobs.contains { if case .read = $0 { true } else { false } }
            complain(if: isReading, "two readings at once")
            jobs.append(.read)
        case .show(let entitlements):
            for transaction in entitlements.transactions where !succeeded.contains(transaction.revision) {
                complain(if: true, "shown before it was handled: \(transaction.id)")
            }
            shown = entitlements.transactions
        case .ended(let pass, let error):
            passesAwaited.remove(pass)
            complain(if: shown == nil && error == nil, "a pass ended with no answer and no error")
        case .report: jobs.append(.report)
        case .wake(let date): wake = date
        case .settled, .forget, .showStartupError, .showPending, .idle: break
        }
    }

    private mutating func complain(if isWrong: Bool, _ what: String) {
        if isWrong { complaints.append(what) }
    }
}
