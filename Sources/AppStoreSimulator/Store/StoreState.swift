import AppStoreData
import Foundation

/// What a ``SimulatedAppStore`` guards with its lock.
struct StoreState: Sendable {
    var machine: StoreMachine
    var clock: Clock
    var sleepers: [UInt64: Sleeper] = [:]
    var timer: Timer?
    /// Identifies listeners, sleepers and timers.
    private(set) var lastTicket: UInt64 = 0

    private var listeners: [UInt64: Listener] = [:]
    private var listenersByAccount: [String: [UInt64]] = [:]
    private var outbox: [Delivery] = []
    private var firstInOutbox = 0
    /// The position of the last delivery that was decided on.
    private(set) var position: UInt64 = 0
    /// Whether someone is handing on the outbox, and will see what is added to it.
    private(set) var isDelivering = false

    enum Clock: Sendable {
        /// Milliseconds ahead of the system's.
        case real(ahead: Int64)
        case manual(Timestamp)
    }

    struct Sleeper: Sendable {
        var deadline: Timestamp
        var continuation: CheckedContinuation<Void, any Error>
    }

    struct Timer: Sendable {
        var ticket: UInt64
        var deadline: Timestamp
        var task: Task<Void, Never>
    }

    struct Listener: Sendable {
        var device: DeviceID
        var signer: DeviceSigner
        var receive: @Sendable (DeviceDelivery, UInt64) -> Void
    }

    struct Delivery: Sendable {
        var listener: UInt64
        var content: DeviceDelivery
        var position: UInt64
    }

    init(machine: StoreMachine, clock: Clock) {
        self.machine = machine
        self.clock = clock
    }

    mutating func takeTicket() -> UInt64 {
        lastTicket += 1
        return lastTicket
    }

    // MARK: Time

    /// The time now, which never goes back.
    var now: Timestamp {
        switch clock {
        case .real(let ahead): max(machine.now, Timestamp(Date()).adding(milliseconds: ahead)).clamped
        case .manual(let now): max(machine.now, now).clamped
        }
    }

    mutating func setNow(_ time: Timestamp) {
        switch clock {
        case .real: clock = .real(ahead: time.rawValue - Timestamp(Date()).rawValue)
        case .manual: clock = .manual(time)
        }
    }

    /// When the store next has something to do by itself.
    var nextWakeUp: Timestamp? {
        [machine.nextDue, sleepers.values.map(\.deadline).min()].compactMap { $0 }.min()
    }

    /// Takes out those who have slept long enough, in the order of their deadlines.
    mutating func takeAwakened(at time: Timestamp) -> [Sleeper] {
        let awakened = sleepers.filter { $0.value.deadline <= time }
        for ticket in awakened.keys {
            sleepers[ticket] = nil
        }
        return awakened.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value)
    }

    // MARK: Deliveries

    mutating func add(_ listener: Listener) -> UInt64 {
        let ticket = takeTicket()
        listeners[ticket] = listener
        listenersByAccount[listener.device.account, default: []].append(ticket)
        return ticket
    }

    mutating func removeListener(_ ticket: UInt64) {
        guard let listener = listeners.removeValue(forKey: ticket) else { return }
        listenersByAccount[listener.device.account]?.removeAll { $0 == ticket }
    }

    /// Puts what the devices are to be told into the outbox.
    mutating func post(_ effects: [StoreEffect]) {
        for effect in effects {
            switch effect {
            case .purchased, .pending, .refused:
                break
            case .transaction(let transaction, let exception):
                tell(transaction.account, except: exception) { .transaction($0.transaction(transaction)) }
            case .subscriptionStatus(let record):
                tell(record.account) { .subscriptionStatus($0.status(record)) }
            case .storefront(let storefront):
                for account in listenersByAccount.keys.sorted() {
                    tell(account) { _ in .storefront(storefront) }
                }
            case .purchaseIntent(let productID, let offerID, let account):
                tell(account) { _ in .purchaseIntent(productID: productID, offerID: offerID) }
            case .message(let message, let account):
                tell(account) { _ in .message(reason: message.rawValue) }
            }
        }
    }

    private mutating func tell(
        _ account: String, except exception: DeviceID? = nil, _ content: (DeviceSigner) -> DeviceDelivery
    ) {
        position += 1
        for ticket in listenersByAccount[account] ?? [] {
            guard let listener = listeners[ticket], listener.device != exception else { continue }
            outbox.append(Delivery(listener: ticket, content: content(listener.signer), position: position))
        }
    }

    /// The next delivery, if it is still listened for. Nil when the outbox is empty, which ends the delivering.
    mutating func takeDelivery() -> (receive: @Sendable (DeviceDelivery, UInt64) -> Void, delivery: Delivery)? {
        isDelivering = true
        while firstInOutbox < outbox.count {
            let delivery = outbox[firstInOutbox]
            firstInOutbox += 1
            if let listener = listeners[delivery.listener] { return (listener.receive, delivery) }
        }
        outbox = []
        firstInOutbox = 0
        isDelivering = false
        return nil
    }
}
