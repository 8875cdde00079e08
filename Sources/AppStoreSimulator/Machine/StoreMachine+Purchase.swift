import AppStoreData
import Foundation

/// Purchases: what is bought, at which terms, and who has to agree first.
extension StoreMachine {
    /// How many periods may have passed since the date that a purchase is given.
    static let longestHistory: Int64 = 20_000
    /// When the App Store opened: 2008-07-10.
    private static let opening = Timestamp(rawValue: 1_215_648_000_000)

    mutating func purchase(
        _ request: PurchaseRequest, on device: DeviceID, _ effects: inout [StoreEffect]
    ) throws(StoreRefusal) {
        let order = try check(request, on: device)
        if let held = held(order) {
            if order.entry.product.subscription != nil {
                keepSubscription(order, &effects)
            }
            effects.append(.purchased(transactions[held.id] ?? held))
            return
        }
        let reason: PendingPurchase.Reason?
        if settings.isAskToBuyEnabled {
            reason = .askToBuy
        } else {
            reason = settings.interruptsPurchases ? .interrupted : nil
        }
        if let reason {
            connect(device)
            let id = transactions.takeID()
            pendingPurchases.append(
                PendingPurchase(id: id, request: request, device: device, date: now, reason: reason))
            effects.append(.pending(transactionID: id))
        } else {
            complete(order, pendingID: nil, &effects)
        }
    }

    mutating func approve(_ id: UInt64, _ effects: inout [StoreEffect]) throws(StoreRefusal) {
        try complete(pendingPurchase: id, waitingFor: .askToBuy, &effects)
    }

    mutating func decline(_ id: UInt64) throws(StoreRefusal) {
        pendingPurchases.remove(at: try place(ofPendingPurchase: id, waitingFor: .askToBuy))
    }

    /// The pending purchase goes through under its identifier. It arrives at every device, since no call waits for it.
    mutating func complete(
        pendingPurchase id: UInt64, waitingFor reason: PendingPurchase.Reason, _ effects: inout [StoreEffect]
    ) throws(StoreRefusal) {
        let place = try place(ofPendingPurchase: id, waitingFor: reason)
        let pending = pendingPurchases[place]
        let order = try check(pending.request, on: pending.device)
        pendingPurchases.remove(at: place)
        if held(order) == nil {
            complete(order, pendingID: id, &effects)
        } else if order.entry.product.subscription != nil {
            keepSubscription(order, &effects)
        }
    }

    private func place(
        ofPendingPurchase id: UInt64, waitingFor reason: PendingPurchase.Reason
    ) throws(StoreRefusal) -> Int {
        guard let place = pendingPurchases.firstIndex(where: { $0.id == id }) else {
            guard transactions[id] == nil else {
                throw .invalidAction(transactionID: id, reason: "it is not waiting for anything")
            }
            throw .noSuchTransaction(id)
        }
        guard pendingPurchases[place].reason == reason else {
            throw .invalidAction(
                transactionID: id,
                reason: reason == .askToBuy
                    ? "it waits for an issue to be resolved and not for an approval"
                    : "it waits for an approval and not for an issue to be resolved")
        }
        return place
    }

    // MARK: Checking

    /// A request that can be carried out.
    struct Order {
        let request: PurchaseRequest
        let entry: Catalogue.Entry
        let device: DeviceID
        let date: Timestamp
        /// The offers of the subscription's first periods, in order.
        let offers: [Subscription.UpcomingOffer]
        /// The place of the account's own subscription in the product's group, if it ever had one.
        let subscription: Int?
    }

    private func check(_ request: PurchaseRequest, on device: DeviceID) throws(StoreRefusal) -> Order {
        guard let entry = catalogue[request.productID] else { throw .noSuchProduct(request.productID) }
        let canHaveSeveral = entry.product.type == .consumable || entry.product.type == .nonRenewing
        guard (1...(canHaveSeveral ? 10 : 1)).contains(request.quantity) else {
            throw .invalidQuantity(request.quantity, productID: request.productID)
        }
        let date = request.purchaseDate ?? now
        guard date <= now, date >= min(Self.opening, now) else { throw .invalidPurchaseDate(date) }

        guard let terms = entry.product.subscription else {
            if let offer = request.offer {
                throw .noSuchOffer(offer.name, productID: request.productID)
            }
            return Order(request: request, entry: entry, device: device, date: date, offers: [], subscription: nil)
        }
        let length = settings.timeRate.end(of: terms.period, startingAt: date).rawValue - date.rawValue
        guard (now.rawValue - date.rawValue) / length <= Self.longestHistory else { throw .tooManyPeriods(since: date) }
        let subscription = ownSubscription(inGroup: terms.groupID, account: device.account)
        return Order(
            request: request, entry: entry, device: device, date: date,
            offers: try offers(
                for: request, entry, terms, account: device.account,
                subscription: subscription.map { subscriptions[$0] }),
            subscription: subscription)
    }

    /// The place of the subscription that the account itself bought in the group, running or not.
    func ownSubscription(inGroup groupID: String, account: String) -> Int? {
        guard let place = accountPlaces[account] else { return nil }
        return indices[place].subscriptions.first {
            subscriptions[$0].groupID == groupID && subscriptions[$0].sharedFrom == nil
        }
    }

    /// The transaction that the customer already has, which a purchase then returns: an owned non-consumable, or the
    /// running subscription to the same product. An offer for it is one more purchase.
    private func held(_ order: Order) -> TransactionRecord? {
        switch order.entry.product.type {
        case .nonConsumable:
            guard let place = accountPlaces[order.device.account] else { return nil }
            return indices[place].historyByProduct[order.entry.product.id]?.lazy.reversed()
                .compactMap { transactions[$0.id] }
                .first { $0.revocation == nil && $0.ownership == .purchased }
        case .autoRenewable:
            guard let place = order.subscription, order.request.offer == nil else { return nil }
            let subscription = subscriptions[place]
            return subscription.isEntitled && subscription.productID == order.entry.product.id
                ? transactions[subscription.current] : nil
        default:
            return nil
        }
    }

    // MARK: Completing

    /// Carries the order out: as the answer to the call that made it, or, when it has waited under an identifier,
    /// without one.
    private mutating func complete(_ order: Order, pendingID: UInt64?, _ effects: inout [StoreEffect]) {
        let isAnswer = pendingID == nil
        let account = connect(order.device)
        let transaction: TransactionRecord
        var subscription: Int?
        if let terms = order.entry.product.subscription {
            if let running = order.subscription, subscriptions[running].isEntitled,
                !changesAtOnce(from: subscriptions[running].productID, to: order.entry.product)
            {
                changeAtRenewal(running, order, isAnswer: isAnswer, &effects)
                return
            }
            let id = pendingID ?? transactions.takeID()
            let place = subscribe(order, to: terms, account: account, id: id, &effects)
            subscription = place
            transaction = startPeriod(place, id: id, from: order.date, reason: .purchase)
        } else {
            let id = pendingID ?? transactions.takeID()
            transaction = TransactionRecord(
                id: id, originalID: id, account: order.device.account, productID: order.entry.product.id,
                type: order.entry.product.type, groupID: nil, ownership: .purchased, reason: .purchase,
                purchaseDate: order.date, originalPurchaseDate: order.date, expirationDate: nil,
                quantity: order.request.quantity, appAccountToken: order.request.appAccountToken, offer: nil,
                price: order.entry.price, storefront: settings.storefront, signedDate: now, sharedFrom: nil,
                subscription: nil)
            add(transaction)
        }
        if isAnswer {
            effects.append(.purchased(transaction))
        }
        let isToldByAnswer = isAnswer && order.request.isMadeInApp
        effects.append(.transaction(transaction, exceptDevice: isToldByAnswer ? order.device : nil))
        if let subscription {
            sharePeriod(subscription, &effects)
            publishStatus(subscription, &effects)
        } else {
            share(transaction, &effects)
        }
    }

    /// The subscription that the order begins, resumes, or changes at once. Its first period is still to be started.
    private mutating func subscribe(
        _ order: Order, to terms: StoreConfiguration.Subscription, account: Int, id: UInt64,
        _ effects: inout [StoreEffect]
    ) -> Int {
        let place: Int
        if let existing = order.subscription {
            place = existing
            if subscriptions[place].isEntitled {
                supersede(subscriptions[place].current, &effects)
            } else if let lapsed = subscriptions[place].lapsed,
                order.date.rawValue - lapsed.rawValue > settings.timeRate.retryLength
            {
                subscriptions[place].recentStart = order.date
            }
        } else {
            place = subscriptions.count
            subscriptions.append(
                Subscription(
                    account: account, groupID: terms.groupID, sharedFrom: nil, originalTransactionID: id,
                    originalPurchaseDate: order.date, current: id, productID: order.entry.product.id, phase: .active,
                    autoRenewProductID: order.entry.product.id, recentStart: order.date, signedDate: now))
            indices[account].subscriptions.append(place)
        }
        subscriptions[place].autoRenewProductID = order.entry.product.id
        subscriptions[place].willAutoRenew = order.request.renewsUntilNow || order.request.purchaseDate == nil
        subscriptions[place].upcomingOffers = order.offers
        subscriptions[place].appAccountToken = order.request.appAccountToken
        subscriptions[place].priceIncrease = nil
        subscriptions[place].agreedPrice = nil
        return place
    }

    /// An upgrade begins at once, and so does a change to a product of the same level and length.
    private func changesAtOnce(from productID: String, to product: StoreConfiguration.Product) -> Bool {
        guard let old = catalogue[productID]?.product.subscription, let new = product.subscription,
            productID != product.id
        else { return false }
        return new.level < old.level || new.level == old.level && new.period.isAsLong(as: old.period)
    }

    private mutating func supersede(_ id: UInt64, _ effects: inout [StoreEffect]) {
        let now = now
        let copies = transactions[id]?.copies ?? []
        for id in [id] + copies {
            let superseded = transactions.update(id) {
                $0.isUpgraded = true
                $0.revise(at: now)
            }
            if let superseded {
                effects.append(.transaction(superseded, exceptDevice: nil))
            }
        }
    }

    /// A downgrade, a change to another length, and an offer for the running subscription wait for the renewal. The
    /// purchase returns the transaction that is already held.
    private mutating func changeAtRenewal(
        _ place: Int, _ order: Order, isAnswer: Bool, _ effects: inout [StoreEffect]
    ) {
        let productID = order.entry.product.id
        if subscriptions[place].autoRenewProductID != productID {
            subscriptions[place].autoRenewProductID = productID
            subscriptions[place].priceIncrease = nil
        }
        subscriptions[place].willAutoRenew = true
        if !order.offers.isEmpty {
            subscriptions[place].upcomingOffers.removeAll { $0.productID == productID }
            subscriptions[place].upcomingOffers += order.offers
        }
        if isAnswer, let held = transactions[subscriptions[place].current] {
            effects.append(.purchased(held))
        }
        publishStatus(place, &effects)
    }

    /// Buying again what is held takes back a change that waits, and a cancellation.
    private mutating func keepSubscription(_ order: Order, _ effects: inout [StoreEffect]) {
        guard let place = order.subscription,
            !subscriptions[place].willAutoRenew || subscriptions[place].autoRenewProductID != order.entry.product.id
        else { return }
        if subscriptions[place].autoRenewProductID != order.entry.product.id {
            subscriptions[place].autoRenewProductID = order.entry.product.id
            subscriptions[place].priceIncrease = nil
        }
        subscriptions[place].willAutoRenew = true
        publishStatus(place, &effects)
    }

    /// Puts a new transaction where every question finds it.
    mutating func add(_ transaction: TransactionRecord) {
        transactions.add(transaction)
        indices[place(ofAccount: transaction.account)].add(transaction)
    }
}
