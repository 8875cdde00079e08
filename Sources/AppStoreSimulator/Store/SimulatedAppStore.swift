import AppStoreData
public import Foundation

/// A simulated App Store: keeps the time of a ``StoreMachine``, and tells the devices what it does.
///
/// Every call first performs what is due by now. What a call changed is visible to every later call when it returns,
/// and the devices have been told. Deliveries are made one at a time, in order, outside the store's lock.
public final class SimulatedAppStore: Sendable {
    /// The account of devices that are not said to have another.
    public static let defaultAccount = "customer"

    let signer: PayloadSigner
    private let state: Lock<StoreState>
    /// Held while devices are told, so that whoever changed something can wait until they are. Unlike the other lock it
    /// is held while foreign code runs. Its state, the number of deliveries made, is there because the thread sanitizer
    /// takes a state of no size for the lock itself.
    private let deliveries = Lock(0)
    private let willCommit: (@Sendable (StoreMachine) throws -> Void)?

    /// The stores that are handing something to a device in the current task, each within the one before.
    @TaskLocal private static var delivering: Set<ObjectIdentifier> = []

    /// A store that nobody has used yet.
    ///
    /// - Parameters:
    ///   - configuration: What it sells, and the settings that a test can change later.
    ///   - app: Whose App Store it is: every payload names it.
    ///   - clock: Where the store's time begins, and whether it goes by itself.
    ///   - seed: What identifiers of devices and nonces come from. The same seed, calls and times give the same payloads.
    ///   - signer: Makes a payload into the signed text that devices get.
    ///   - willCommit: Is given the state as it is to be, before anything is answered or delivered. If it throws, the
    ///     change is not made. It must not call the store.
    public convenience init(
        configuration: StoreConfiguration, app: AppIdentity, clock: SimulatedClock = .real,
        seed: UInt64 = .random(in: 0 ... .max), signer: PayloadSigner,
        willCommit: (@Sendable (StoreMachine) throws -> Void)? = nil
    ) {
        let now: Timestamp
        switch clock {
        case .real: now = Timestamp(Date())
        case .manual(let start): now = Timestamp(start)
        }
        self.init(
            machine: StoreMachine(configuration: configuration, app: app, seed: seed, now: now), clock: clock,
            signer: signer, willCommit: willCommit)
    }

    /// A store that goes on from a saved state. Its time goes on from there, or from the clock's if that is later.
    public init(
        machine: StoreMachine, clock: SimulatedClock = .real, signer: PayloadSigner,
        willCommit: (@Sendable (StoreMachine) throws -> Void)? = nil
    ) {
        self.signer = signer
        self.willCommit = willCommit
        switch clock {
        case .real:
            let ahead = max(0, machine.now.rawValue - Timestamp(Date()).rawValue)
            state = Lock(StoreState(machine: machine, clock: .real(ahead: ahead)))
        case .manual(let start):
            state = Lock(StoreState(machine: machine, clock: .manual(max(machine.now, Timestamp(start)))))
        }
        state.withLock { setTimer(&$0) }
    }

    deinit {
        state.withLock { $0.timer?.task.cancel() }
    }

    // MARK: Devices

    /// A device of the account. The same names always mean the same device.
    public func device(named name: String, account: String = defaultAccount) -> SimulatedDevice {
        let id = DeviceID(account: account, name: name)
        if !state.withLock({ $0.machine.knows(id) }) {
            // A device that could not be saved now is put down with the first thing that it does.
            _ = try? perform(.connect(id))
        }
        return SimulatedDevice(store: self, id: id)
    }

    func verificationID(of device: DeviceID) -> UUID {
        state.withLock { $0.machine.verificationID(of: device) }
    }

    /// Hands `receive` every delivery to the device from now on.
    func listen(
        _ id: DeviceID, _ receive: @escaping @Sendable (DeviceDelivery, UInt64) -> Void
    ) -> DeliveryToken {
        let ticket = state.withLock { state in
            state.add(
                StoreState.Listener(device: id, signer: state.machine.signer(id, signer), receive: receive))
        }
        return DeliveryToken { [weak self] in
            self?.state.withLock { $0.removeListener(ticket) }
        }
    }

    // MARK: Events and questions

    /// Performs an event and tells the devices.
    ///
    /// - Returns: What it led to, without what was due before.
    /// - Throws: The refusal, if the store did not do it.
    @discardableResult
    public func perform(_ event: StoreEvent) throws(StoreRefusal) -> [StoreEffect] {
        try perform { _ in event }
    }

    /// Performs the event that follows from the state at that moment.
    @discardableResult
    func perform(_ event: (StoreMachine) -> StoreEvent) throws(StoreRefusal) -> [StoreEffect] {
        let effects = try state.withLock { state throws(StoreRefusal) in
            try settle(&state)
            let effects = try commit(event(state.machine), at: state.now, &state)
            setTimer(&state)
            return effects
        }
        deliver()
        for case .refused(let refusal) in effects { throw refusal }
        return effects
    }

    /// Asks the store as it is now.
    func read<Answer>(_ question: (StoreMachine) -> Answer) throws(StoreRefusal) -> Answer {
        try readWithPosition(question).answer
    }

    /// Asks the store as it is now, and for the position of the last delivery that was decided on.
    func readWithPosition<Answer>(
        _ question: (StoreMachine) -> Answer
    ) throws(StoreRefusal) -> (answer: Answer, position: UInt64) {
        let result = try state.withLock { state throws(StoreRefusal) in
            try settle(&state)
            return (question(state.machine), state.position)
        }
        deliver()
        return result
    }

    /// Does what is due by now.
    private func settle(_ state: inout StoreState) throws(StoreRefusal) {
        let now = state.now
        while let due = state.machine.nextDue, due <= now {
            _ = try commit(.timePassed, at: due, &state)
        }
    }

    private func commit(
        _ event: StoreEvent, at time: Timestamp, _ state: inout StoreState
    ) throws(StoreRefusal) -> [StoreEffect] {
        let effects: [StoreEffect]
        if let willCommit {
            var next = state.machine
            effects = next.handle(event, at: time)
            do {
                try willCommit(next)
            } catch {
                throw .notSaved(reason: "\(error)")
            }
            state.machine = next
        } else {
            effects = state.machine.handle(event, at: time)
        }
        state.post(effects)
        return effects
    }

    /// Empties the outbox. Returns when what was in it has been received, except within a `receive`, whose own
    /// deliveries come after it.
    private func deliver() {
        if Self.delivering.contains(ObjectIdentifier(self)), state.withLock({ $0.isDelivering }) { return }
        deliveries.withLock { made in
            while let (receive, delivery) = state.withLock({ $0.takeDelivery() }) {
                Self.$delivering.withValue(Self.delivering.union([ObjectIdentifier(self)])) {
                    receive(delivery.content, delivery.position)
                }
                made += 1
            }
        }
    }

    // MARK: Time

    /// The store's time.
    public var now: Date {
        state.withLock { $0.now.date }
    }

    /// Moves the store's time on, and performs everything that falls due, each thing at its own time and in order. A
    /// negative duration does nothing. The store counts in milliseconds; a part of one is taken as a whole.
    ///
    /// Who sleeps until a time on the way is woken when it comes, but is not waited for.
    public func advance(by duration: Duration) throws(StoreRefusal) {
        let (seconds, attoseconds) = min(max(duration, .zero), .seconds(Self.longestAdvance / 1_000)).components
        let perMillisecond: Int64 = 1_000_000_000_000_000
        let milliseconds = seconds * 1_000 + (attoseconds + perMillisecond - 1) / perMillisecond
        try advance { $0.adding(milliseconds: milliseconds) }
    }

    /// Moves the store's time on to the first millisecond that is not before a date; does nothing if that is past.
    public func advance(to date: Date) throws(StoreRefusal) {
        try advance { min(max($0, .notBefore(date)), $0.adding(milliseconds: Self.longestAdvance)) }
    }

    private func advance(to target: (_ now: Timestamp) -> Timestamp) throws(StoreRefusal) {
        let target = state.withLock { target($0.now) }
        var isThere = false
        while !isThere {
            let awakened = try state.withLock { state throws(StoreRefusal) in
                let step = max(state.now, min(state.nextWakeUp ?? target, target))
                isThere = step >= target
                state.setNow(step)
                try settle(&state)
                if isThere {
                    // The time that it was set for comes sooner now.
                    state.timer?.task.cancel()
                    state.timer = nil
                    setTimer(&state)
                }
                return state.takeAwakened(at: step)
            }
            deliver()
            for sleeper in awakened { sleeper.continuation.resume() }
        }
    }

    /// Waits until the store's time is `deadline` or later, never less.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Date) async throws {
        let ticket = state.withLock { $0.takeTicket() }
        let deadline = Timestamp.notBefore(deadline)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || state.now >= deadline { return true }
                    state.sleepers[ticket] = StoreState.Sleeper(deadline: deadline, continuation: continuation)
                    setTimer(&state)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: ticket) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        try Task.checkCancellation()
    }

    /// How many wait in ``sleep(until:)``.
    package var sleeperCount: Int {
        state.withLock { $0.sleepers.count }
    }

    /// Sees to it that the store wakes up in time, if its clock is a real one.
    private func setTimer(_ state: inout StoreState, notBefore earliest: Timestamp? = nil) {
        guard case .real = state.clock, var deadline = state.nextWakeUp else { return }
        if let earliest { deadline = max(deadline, earliest) }
        if let timer = state.timer {
            guard deadline < timer.deadline else { return }
            timer.task.cancel()
        }
        // Not longer than a day, because a clock cannot sleep for ages; then it is set again.
        let wait = min(max(0, deadline.rawValue - state.now.rawValue), .millisecondsPerDay)
        let ticket = state.takeTicket()
        let task = Task.detached { [weak self] in
            guard (try? await Task.sleep(for: .milliseconds(wait))) != nil else { return }
            self?.wakeUp(ticket)
        }
        state.timer = StoreState.Timer(ticket: ticket, deadline: deadline, task: task)
    }

    private func wakeUp(_ ticket: UInt64) {
        let awakened = state.withLock { state in
            // The timer may have been replaced since it went off.
            guard state.timer?.ticket == ticket else { return [StoreState.Sleeper]() }
            state.timer = nil
            do {
                try settle(&state)
                let awakened = state.takeAwakened(at: state.now)
                setTimer(&state)
                return awakened
            } catch {
                // The state could not be saved. Nothing has changed, and it is tried again.
                setTimer(&state, notBefore: state.now.adding(milliseconds: .millisecondsPerSecond))
                return []
            }
        }
        deliver()
        for sleeper in awakened { sleeper.continuation.resume() }
    }

    /// A thousand years: a longer advance is one of these.
    private static let longestAdvance = 366_000 * Int64.millisecondsPerDay

    // MARK: State

    /// The whole state now, to be saved and gone on from.
    public var machine: StoreMachine {
        get throws(StoreRefusal) {
            try read { $0 }
        }
    }
}
