import AppStoreData

/// Refunds and their reversals.
extension StoreMachine {
    /// Refunds one transaction. If it is the running period of a subscription, that ends; refunding another period
    /// changes nothing but that transaction.
    mutating func refund(
        _ id: UInt64, reason: RevocationReason, _ effects: inout [StoreEffect]
    ) throws(StoreRefusal) {
        let transaction = try ownTransaction(id)
        guard transaction.revocation == nil else {
            throw .invalidAction(transactionID: id, reason: "it has been refunded")
        }
        revoke(id, reason: reason, type: .fullRefund, &effects)
        for copy in transaction.copies where transactions[copy]?.revocation == nil {
            revoke(copy, reason: reason, type: .familyRevoke, &effects)
        }
        if let place = transaction.subscription, subscriptions[place].current == id, subscriptions[place].isRunning {
            stop(place)
            publishStatus(place, &effects)
        }
    }

    /// Takes a refund back: the transaction is as it was. A subscription goes on to the end of its period, if that is
    /// still to come, and does not renew.
    mutating func reverseRefund(_ id: UInt64, _ effects: inout [StoreEffect]) throws(StoreRefusal) {
        let transaction = try ownTransaction(id)
        guard transaction.revocation != nil else {
            throw .invalidAction(transactionID: id, reason: "it has not been refunded")
        }
        let family = otherFamilyMembers(of: transaction.account)
        let copies = transaction.copies.filter { copy in
            family.contains { accounts[$0].name == transactions[copy]?.account }
        }
        var resumed: [Int] = []
        for id in [id] + copies {
            let now = now
            let reinstated = transactions.update(id) {
                $0.revocation = nil
                $0.revise(at: now)
            }
            guard let reinstated else { continue }
            effects.append(.transaction(reinstated, exceptDevice: nil))
            if let place = reinstated.subscription, subscriptions[place].current == id,
                subscriptions[place].phase == .revoked
            {
                resume(place, until: reinstated.expirationDate ?? now)
                resumed.append(place)
            }
        }
        if let place = resumed.first {
            publishStatus(place, &effects)
            for shared in resumed.dropFirst() where !subscriptions[shared].isRunning {
                publishStatus(shared, &effects)
            }
        }
    }

    mutating func revoke(
        _ id: UInt64, reason: RevocationReason, type: RevocationType, _ effects: inout [StoreEffect]
    ) {
        let now = now
        let revoked = transactions.update(id) {
            $0.revocation = TransactionRecord.Revocation(date: now, reason: reason, type: type)
            $0.revise(at: now)
        }
        if let revoked {
            effects.append(.transaction(revoked, exceptDevice: nil))
        }
    }

    /// The subscription's running period was revoked.
    mutating func stop(_ place: Int) {
        subscriptions[place].phase = .revoked
        subscriptions[place].willAutoRenew = false
        subscriptions[place].lapsed = subscriptions[place].lapsed ?? now
        subscriptions[place].upcomingOffers = []
        subscriptions[place].priceIncrease = nil
        setDue(nil, of: place)
    }

    private mutating func resume(_ place: Int, until end: Timestamp) {
        if end > now {
            subscriptions[place].phase = .active
            subscriptions[place].lapsed = nil
            if subscriptions[place].sharedFrom == nil {
                setDue(end, of: place)
            }
        } else {
            subscriptions[place].phase = .expired(.customerCancelled)
        }
    }

    private func ownTransaction(_ id: UInt64) throws(StoreRefusal) -> TransactionRecord {
        guard let transaction = transactions[id] else {
            guard !pendingPurchases.contains(where: { $0.id == id }) else {
                throw .invalidAction(transactionID: id, reason: "it is a purchase that waits, and was not paid")
            }
            throw .noSuchTransaction(id)
        }
        guard transaction.ownership == .purchased else {
            throw .invalidAction(transactionID: id, reason: "a family member bought it")
        }
        return transaction
    }
}
