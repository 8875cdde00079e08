import AppStoreData
import Foundation

/// A subscription's life over time.
extension StoreMachine {
    /// Something is due: a period, the grace period or billing retry ends at `date`.
    mutating func periodEnded(_ place: Int, at date: Timestamp, _ effects: inout [StoreEffect]) {
        switch subscriptions[place].phase {
        case .active:
            renew(place, at: date, &effects)
        case .gracePeriod(_, let retryUntil) where retryUntil > date:
            subscriptions[place].phase = .billingRetry(until: retryUntil)
            subscriptions[place].lapsed = date
            setDue(retryUntil, of: place)
            publishStatus(place, &effects)
        case .gracePeriod, .billingRetry:
            end(place, because: .billingError, at: date, &effects)
        case .expired, .revoked:
            setDue(nil, of: place)
        }
    }

    /// Begins the next period at `date`, or does what comes of it when there is none.
    private mutating func renew(_ place: Int, at date: Timestamp, _ effects: inout [StoreEffect]) {
        let subscription = subscriptions[place]
        if subscription.priceIncrease?.status == .pending {
            end(place, because: .didNotConsentToPriceIncrease, at: date, &effects)
        } else if !subscription.willAutoRenew {
            end(place, because: .customerCancelled, at: date, &effects)
        } else if settings.entersBillingRetryOnRenewal, date >= now {
            // The periods of a purchase dated in the past have been paid.
            billingFailed(place, at: date, &effects)
        } else {
            announceRenewal(place, from: date, &effects)
        }
    }

    private mutating func announceRenewal(_ place: Int, from date: Timestamp, _ effects: inout [StoreEffect]) {
        let transaction = startPeriod(place, id: transactions.takeID(), from: date, reason: .renewal)
        effects.append(.transaction(transaction, exceptDevice: nil))
        sharePeriod(place, &effects)
        publishStatus(place, &effects)
    }

    /// Makes the transaction of the subscription's next period.
    mutating func startPeriod(
        _ place: Int, id: UInt64, from start: Timestamp, reason: TransactionReason
    ) -> TransactionRecord {
        let productID = subscriptions[place].autoRenewProductID
        let terms = takeTerms(place, productID)
        let transaction = TransactionRecord(
            id: id, originalID: subscriptions[place].originalTransactionID,
            account: accounts[subscriptions[place].account].name, productID: productID, type: .autoRenewable,
            groupID: subscriptions[place].groupID, ownership: .purchased, reason: reason, purchaseDate: start,
            originalPurchaseDate: subscriptions[place].originalPurchaseDate,
            expirationDate: settings.timeRate.end(of: terms.period, startingAt: start), quantity: 1,
            appAccountToken: subscriptions[place].appAccountToken, offer: terms.offer, price: terms.price,
            storefront: settings.storefront, signedDate: now, sharedFrom: nil, subscription: place)
        add(transaction)
        subscriptions[place].productID = productID
        subscriptions[place].current = id
        subscriptions[place].phase = .active
        subscriptions[place].lapsed = nil
        setDue(transaction.expirationDate, of: place)
        return transaction
    }

    // MARK: Terms

    struct Terms {
        var offer: TransactionRecord.AppliedOffer?
        var price: Int64
        var period: SubscriptionPeriod
    }

    /// The terms of the next period, if it is of this product.
    func terms(_ subscription: Subscription, _ productID: String) -> Terms {
        if let upcoming = subscription.upcomingOffers.first(where: { $0.productID == productID }) {
            return Terms(offer: upcoming.offer, price: upcoming.price, period: upcoming.offer.period)
        }
        let entry = catalogue[productID]
        // Every product of a subscription is in the catalogue, which never changes.
        let period = entry?.product.subscription?.period ?? SubscriptionPeriod(value: 1, unit: .month)
        let agreed = subscription.agreedPrice.flatMap { $0.productID == productID ? $0.price : nil }
        return Terms(
            offer: nil, price: subscription.priceIncrease?.price ?? agreed ?? entry?.price ?? 0, period: period)
    }

    /// The terms of the period that now begins; an offer has one period less afterwards.
    private mutating func takeTerms(_ place: Int, _ productID: String) -> Terms {
        if let increase = subscriptions[place].priceIncrease {
            subscriptions[place].agreedPrice = Subscription.AgreedPrice(productID: productID, price: increase.price)
            subscriptions[place].priceIncrease = nil
        }
        let terms = terms(subscriptions[place], productID)
        if !subscriptions[place].upcomingOffers.isEmpty {
            subscriptions[place].upcomingOffers.removeAll { $0.productID != productID }
            if subscriptions[place].upcomingOffers.first?.periodsLeft ?? 0 > 1 {
                subscriptions[place].upcomingOffers[0].periodsLeft -= 1
            } else if !subscriptions[place].upcomingOffers.isEmpty {
                subscriptions[place].upcomingOffers.removeFirst()
            }
        }
        return terms
    }

    // MARK: Ends

    private mutating func billingFailed(_ place: Int, at date: Timestamp, _ effects: inout [StoreEffect]) {
        let retryUntil = date.adding(milliseconds: settings.timeRate.retryLength)
        if settings.isBillingGracePeriodEnabled,
            let period = catalogue[subscriptions[place].productID]?.product.subscription?.period
        {
            let until = date.adding(milliseconds: settings.timeRate.graceLength(for: period))
            subscriptions[place].phase = .gracePeriod(until: until, retryUntil: retryUntil)
            setDue(until, of: place)
        } else {
            subscriptions[place].phase = .billingRetry(until: retryUntil)
            subscriptions[place].lapsed = date
            setDue(retryUntil, of: place)
        }
        publishStatus(place, &effects)
        effects.append(.message(.billingIssue, account: accounts[subscriptions[place].account].name))
    }

    private mutating func end(
        _ place: Int, because intent: ExpirationIntent, at date: Timestamp, _ effects: inout [StoreEffect]
    ) {
        subscriptions[place].phase = .expired(intent)
        subscriptions[place].lapsed = subscriptions[place].lapsed ?? date
        subscriptions[place].willAutoRenew = false
        subscriptions[place].upcomingOffers = []
        subscriptions[place].priceIncrease = nil
        setDue(nil, of: place)
        publishStatus(place, &effects)
        if !eligibleWinBackOfferIDs(subscriptions[place]).isEmpty {
            effects.append(.message(.winBackOffer, account: accounts[subscriptions[place].account].name))
        }
    }

    /// The running period ends now instead of when it was to end.
    private mutating func cutPeriod(_ place: Int) {
        let now = now
        let current = subscriptions[place].current
        for id in [current] + (transactions[current]?.copies ?? []) {
            _ = transactions.update(id) {
                guard let end = $0.expirationDate, end > now else { return }
                $0.expirationDate = now
                $0.revise(at: now)
            }
        }
    }

    // MARK: On request

    mutating func expire(
        _ productID: String, account: String, _ effects: inout [StoreEffect]
    ) throws(StoreRefusal) {
        let place = try runningSubscription(productID, account: account)
        cutPeriod(place)
        let wasBilled = subscriptions[place].phase == .active
        end(place, because: wasBilled ? .customerCancelled : .billingError, at: now, &effects)
    }

    mutating func forceRenewal(
        _ productID: String, account: String, _ effects: inout [StoreEffect]
    ) throws(StoreRefusal) {
        let place = try runningSubscription(productID, account: account)
        let wasPaid = subscriptions[place].phase == .active
        cutPeriod(place)
        let fails =
            settings.entersBillingRetryOnRenewal || subscriptions[place].priceIncrease?.status == .pending
        if !fails {
            announceRenewal(place, from: recoveryDate(place), &effects)
        } else if wasPaid {
            renew(place, at: now, &effects)
        }
    }

    /// When a period begins that is paid now: paid within the grace period, it goes on from the one before.
    private func recoveryDate(_ place: Int) -> Timestamp {
        guard case .gracePeriod = subscriptions[place].phase else { return now }
        return transactions[subscriptions[place].current]?.expirationDate ?? now
    }

    mutating func resolveIssue(_ id: UInt64, _ effects: inout [StoreEffect]) throws(StoreRefusal) {
        guard let transaction = transactions[id] else {
            return try complete(pendingPurchase: id, waitingFor: .interrupted, &effects)
        }
        guard let place = transaction.subscription, subscriptions[place].sharedFrom == nil else {
            throw .invalidAction(transactionID: id, reason: "it has no issue to resolve")
        }
        switch subscriptions[place].phase {
        case .gracePeriod, .billingRetry:
            announceRenewal(place, from: recoveryDate(place), &effects)
        case .active, .expired, .revoked:
            throw .invalidAction(transactionID: id, reason: "its subscription has no billing issue")
        }
    }

    mutating func setAutoRenew(
        _ isOn: Bool, _ id: UInt64, _ effects: inout [StoreEffect]
    ) throws(StoreRefusal) {
        let place = try runningSubscription(ofTransaction: id)
        guard subscriptions[place].willAutoRenew != isOn else { return }
        subscriptions[place].willAutoRenew = isOn
        publishStatus(place, &effects)
    }

    mutating func requestPriceIncrease(
        _ id: UInt64, price: Decimal?, _ effects: inout [StoreEffect]
    ) throws(StoreRefusal) {
        let place = try runningSubscription(ofTransaction: id)
        let productID = subscriptions[place].autoRenewProductID
        let price = price.map { Int64(milliunits: $0) } ?? terms(subscriptions[place], productID).price
        guard (0...1_000_000_000_000).contains(price) else {
            throw .invalidAction(transactionID: id, reason: "a price cannot be \(price) thousandths")
        }
        subscriptions[place].priceIncrease = Subscription.PriceIncrease(status: .pending, price: price)
        publishStatus(place, &effects)
        effects.append(.message(.priceIncreaseConsent, account: accounts[subscriptions[place].account].name))
    }

    mutating func consentToPriceIncrease(_ id: UInt64, _ effects: inout [StoreEffect]) throws(StoreRefusal) {
        let place = try subscriptionWithPendingPriceIncrease(id)
        subscriptions[place].priceIncrease?.status = .agreed
        publishStatus(place, &effects)
    }

    /// The subscription then ends with its period, for want of consent.
    mutating func declinePriceIncrease(_ id: UInt64, _ effects: inout [StoreEffect]) throws(StoreRefusal) {
        let place = try subscriptionWithPendingPriceIncrease(id)
        subscriptions[place].willAutoRenew = false
        publishStatus(place, &effects)
    }

    private func subscriptionWithPendingPriceIncrease(_ id: UInt64) throws(StoreRefusal) -> Int {
        let place = try runningSubscription(ofTransaction: id)
        guard subscriptions[place].priceIncrease?.status == .pending else {
            throw .invalidAction(transactionID: id, reason: "no price increase waits for an answer")
        }
        return place
    }

    private func runningSubscription(_ productID: String, account: String) throws(StoreRefusal) -> Int {
        guard let product = catalogue[productID]?.product else { throw .noSuchProduct(productID) }
        guard let groupID = product.subscription?.groupID,
            let place = ownSubscription(inGroup: groupID, account: account), subscriptions[place].isRunning,
            subscriptions[place].productID == productID
        else { throw .noSubscription(productID: productID) }
        return place
    }

    /// The running subscription that the transaction is any period of.
    private func runningSubscription(ofTransaction id: UInt64) throws(StoreRefusal) -> Int {
        guard let transaction = transactions[id] else { throw .noSuchTransaction(id) }
        guard let place = transaction.subscription else {
            throw .invalidAction(transactionID: id, reason: "it is no auto-renewable subscription")
        }
        guard subscriptions[place].sharedFrom == nil else {
            throw .invalidAction(transactionID: id, reason: "a family member bought the subscription")
        }
        guard subscriptions[place].isRunning else {
            throw .invalidAction(transactionID: id, reason: "its subscription has ended")
        }
        return place
    }

    /// After the deletion of its latest transaction, a subscription is what is left of it.
    mutating func fallBack(_ place: Int) {
        let latest = transactions.all.filter { $0.subscription == place }
            .max { ($0.purchaseDate, $0.id) < ($1.purchaseDate, $1.id) }
        subscriptions[place].due = nil
        subscriptions[place].lapsed = subscriptions[place].lapsed ?? now
        for shared in subscriptions[place].sharedTo where subscriptions[shared].isRunning {
            subscriptions[shared].phase = .expired(.other)
            subscriptions[shared].willAutoRenew = false
            subscriptions[shared].lapsed = now
        }
        if let latest {
            subscriptions[place].current = latest.id
            subscriptions[place].productID = latest.productID
            subscriptions[place].phase = .expired(.other)
            subscriptions[place].willAutoRenew = false
        } else {
            subscriptions[place].isDeleted = true
        }
    }
}
