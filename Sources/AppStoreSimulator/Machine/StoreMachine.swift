public import AppStoreData
import Foundation

/// The simulated App Store as a value: everything it knows, and what each event makes of it.
///
/// Nothing in it asks for the time, waits, locks or reads a file. ``handle(_:at:)`` is the only way to change it, and it
/// does in one step whatever belongs together: a renewal, its announcement and the change of status. The state can be
/// encoded at any moment; decoded again it goes on as if nothing had happened. `SimulatedAppStore` performs its effects.
public struct StoreMachine: Sendable {
    public let app: AppIdentity
    public internal(set) var settings: StoreSettings
    /// The time of the latest event.
    public internal(set) var now: Timestamp
    /// Purchases that wait for an approval or for an issue to be resolved, oldest first.
    public internal(set) var pendingPurchases: [PendingPurchase] = []

    let seed: Seed
    let catalogue: Catalogue
    var transactions = TransactionTable()
    var subscriptions: [Subscription] = []
    var accounts: [Account] = []

    // What follows from the above.
    var accountPlaces: [String: Int] = [:]
    var indices: [AccountIndex] = []
    var dueQueue = DueQueue()

    /// A store that nobody has used yet.
    public init(configuration: StoreConfiguration, app: AppIdentity, seed: UInt64, now: Timestamp) {
        self.app = app
        self.seed = Seed(rawValue: seed)
        self.now = now.clamped
        catalogue = Catalogue(configuration)
        settings = configuration.settings
    }

    public var configuration: StoreConfiguration { catalogue.configuration }

    /// When something next happens by itself. Nil when nothing will.
    public var nextDue: Timestamp? { dueQueue.first?.due }

    /// Performs everything that is due by `time`, in order, and then the event.
    ///
    /// A time before that of an earlier event is taken as that earlier time, because a store's time does not run
    /// backwards, and a time after the year 9999 as the end of it.
    public mutating func handle(_ event: StoreEvent, at time: Timestamp) -> [StoreEffect] {
        var effects: [StoreEffect] = []
        let time = max(time.clamped, now)
        settle(until: time, &effects)
        now = time
        do {
            try perform(event, &effects)
        } catch {
            effects.append(.refused(error))
        }
        // A purchase dated in the past has periods that ended since.
        settle(until: now, &effects)
        dropStaleDueTimes()
        return effects
    }

    private mutating func perform(_ event: StoreEvent, _ effects: inout [StoreEffect]) throws(StoreRefusal) {
        switch event {
        case .timePassed: break
        case .connect(let device): connect(device)
        case .purchase(let request, let device): try purchase(request, on: device, &effects)
        case .approve(let id): try approve(id, &effects)
        case .decline(let id): try decline(id)
        case .resolveIssue(let id): try resolveIssue(id, &effects)
        case .finish(let id, let date, let account): try finish(id, signedDate: date, account: account)
        case .setAutoRenew(let isOn, let id): try setAutoRenew(isOn, id, &effects)
        case .expire(let productID, let account): try expire(productID, account: account, &effects)
        case .renew(let productID, let account): try forceRenewal(productID, account: account, &effects)
        case .requestPriceIncrease(let id, let price): try requestPriceIncrease(id, price: price, &effects)
        case .consentToPriceIncrease(let id): try consentToPriceIncrease(id, &effects)
        case .declinePriceIncrease(let id): try declinePriceIncrease(id, &effects)
        case .refund(let id, let reason): try refund(id, reason: reason, &effects)
        case .reverseRefund(let id): try reverseRefund(id, &effects)
        case .joinFamily(let family, let account): join(family, account: account, &effects)
        case .leaveFamily(let account): leaveFamily(account: account, &effects)
        case .promote(let productID, let offerID, let account):
            guard catalogue[productID] != nil else { throw .noSuchProduct(productID) }
            effects.append(.purchaseIntent(productID: productID, offerID: offerID, account: account))
        case .delete(let id): try delete(id)
        case .clear: clear()
        case .changeSettings(let settings): change(settings, &effects)
        }
    }

    // MARK: What is due

    private mutating func settle(until time: Timestamp, _ effects: inout [StoreEffect]) {
        while let next = dueQueue.first, next.due <= time {
            dueQueue.removeFirst()
            guard isCurrent(next) else { continue }
            now = max(now, next.due)
            periodEnded(next.subscription, at: next.due, &effects)
        }
    }

    private mutating func dropStaleDueTimes() {
        while let next = dueQueue.first, !isCurrent(next) {
            dueQueue.removeFirst()
        }
    }

    private func isCurrent(_ entry: DueQueue.Entry) -> Bool {
        subscriptions.indices.contains(entry.subscription)
            && subscriptions[entry.subscription].due == entry.due
    }

    mutating func setDue(_ due: Timestamp?, of subscription: Int) {
        subscriptions[subscription].due = due
        if let due {
            dueQueue.add(DueQueue.Entry(due: due, subscription: subscription))
        }
    }

    // MARK: Accounts and settings

    @discardableResult
    mutating func connect(_ device: DeviceID) -> Int {
        let place = place(ofAccount: device.account)
        if accounts[place].devices[device.name] == nil {
            accounts[place].devices[device.name] = Account.Device(connected: now)
        }
        return place
    }

    func knows(_ device: DeviceID) -> Bool {
        accountPlaces[device.account].map { accounts[$0].devices[device.name] != nil } ?? false
    }

    /// The account's place in the list, where it is put if it is new.
    mutating func place(ofAccount name: String) -> Int {
        if let place = accountPlaces[name] { return place }
        accounts.append(Account(name: name))
        indices.append(AccountIndex())
        accountPlaces[name] = accounts.count - 1
        return accounts.count - 1
    }

    private mutating func change(_ new: StoreSettings, _ effects: inout [StoreEffect]) {
        let old = settings
        settings = new
        if new.storefront != old.storefront {
            effects.append(.storefront(new.storefront))
        }
    }

    // MARK: Transactions

    private mutating func finish(
        _ id: UInt64, signedDate: Timestamp?, account: String
    ) throws(StoreRefusal) {
        guard let transaction = transactions[id], transaction.account == account,
            let place = accountPlaces[account]
        else { throw .noSuchTransaction(id) }
        // A refund that the app has not dealt with must not go unseen because its purchase was.
        guard !transaction.isFinished, transaction.signedDate <= signedDate ?? transaction.signedDate else { return }
        _ = transactions.update(id) { $0.isFinished = true }
        let transactions = transactions
        indices[place].finishOne { transactions[$0]?.isFinished != false }
    }

    private mutating func delete(_ id: UInt64) throws(StoreRefusal) {
        if let place = pendingPurchases.firstIndex(where: { $0.id == id }) {
            pendingPurchases.remove(at: place)
            return
        }
        guard let transaction = transactions[id] else { throw .noSuchTransaction(id) }
        transactions.remove(id)
        if let original = transaction.sharedFrom {
            _ = transactions.update(original) { $0.copies.removeAll { $0 == id } }
        }
        if let subscription = transaction.subscription, subscriptions[subscription].current == id {
            fallBack(subscription)
        }
        rebuildIndices()
    }

    private mutating func clear() {
        transactions.removeAll()
        subscriptions = []
        pendingPurchases = []
        rebuildIndices()
    }

    mutating func rebuildIndices() {
        accountPlaces = Dictionary(
            accounts.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
        indices = accounts.map { _ in AccountIndex() }
        for transaction in transactions.all {
            if let place = accountPlaces[transaction.account] {
                indices[place].add(transaction)
            }
        }
        dueQueue = DueQueue()
        for (place, subscription) in subscriptions.enumerated() where !subscription.isDeleted {
            indices[subscription.account].subscriptions.append(place)
            if let due = subscription.due {
                dueQueue.add(DueQueue.Entry(due: due, subscription: place))
            }
        }
    }
}
