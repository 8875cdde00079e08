import AppStoreData

extension StoreMachine {
    /// What is wrong with the state, if anything: what must hold after every event, whatever the events are.
    package func checkInvariants() -> [String] {
        var faults: [String] = []
        func check(_ holds: Bool, _ fault: @autoclosure () -> String) {
            if !holds { faults.append(fault()) }
        }

        check(transactions.isConsistent, "a transaction is not where its identifier says")
        for pending in pendingPurchases {
            check(transactions[pending.id] == nil, "\(pending.id) is pending and a transaction")
            check(pending.id < transactions.nextID, "\(pending.id) is pending and yet to be given out")
        }
        for transaction in transactions.all {
            checkTransaction(transaction, check)
        }
        for place in subscriptions.indices where !subscriptions[place].isDeleted {
            checkSubscription(place, check)
        }
        for account in accounts {
            checkLists(account.name, check)
        }

        var rebuilt = self
        rebuilt.rebuildIndices()
        check(
            rebuilt.indices == indices.map { $0.withoutFinished { transactions[$0]?.isFinished != false } },
            "an account's lists are not those that follow from its transactions")
        check(rebuilt.accountPlaces == accountPlaces, "an account is not where its name says")
        check(rebuilt.nextDue == nextDue, "the next due time is \(nextDue as Any), not \(rebuilt.nextDue as Any)")
        return faults
    }

    private typealias Check = (_ holds: Bool, _ fault: @autoclosure () -> String) -> Void

    private func checkTransaction(_ transaction: TransactionRecord, _ check: Check) {
        let id = transaction.id
        check(transaction.purchaseDate <= now, "\(id) was bought in the future")
        check(transaction.originalPurchaseDate <= transaction.purchaseDate, "\(id) was bought before its original")
        check((transaction.type == .autoRenewable) == (transaction.expirationDate != nil), "\(id) expires, or does not")
        check((transaction.type == .autoRenewable) == (transaction.subscription != nil), "\(id) has no subscription")
        check(transaction.expirationDate.map { $0 >= transaction.purchaseDate } ?? true, "\(id) ends before it begins")
        if let place = transaction.subscription {
            check(
                subscriptions.indices.contains(place) && subscriptions[place].groupID == transaction.groupID
                    && accounts[subscriptions[place].account].name == transaction.account,
                "\(id) is in a subscription of another group or account")
        }
        for copy in transaction.copies {
            check(transactions[copy]?.sharedFrom == id, "\(id) is shared as \(copy), which does not know")
            check(transactions[copy]?.account != transaction.account, "\(id) is shared with its own account")
        }
    }

    private func checkSubscription(_ place: Int, _ check: Check) {
        let subscription = subscriptions[place]
        let current = transactions[subscription.current]
        check(current?.subscription == place, "subscription \(place) has a current transaction of another")
        check(current?.productID == subscription.productID, "subscription \(place) is to another product")
        check(subscription.isRunning || subscription.due == nil, "subscription \(place) has ended and is due")
        check(subscription.isRunning || !subscription.willAutoRenew, "subscription \(place) has ended and renews")
        check(subscription.due.map { $0 > now } ?? true, "subscription \(place) was due before now")
        check(subscription.isEntitled == (subscription.lapsed == nil), "subscription \(place) has lapsed, or has not")
        if subscription.isEntitled {
            check(current?.revocation == nil, "subscription \(place) gives access by a revoked transaction")
            check(current?.isUpgraded == false, "subscription \(place) gives access by an upgraded transaction")
        }
        if let source = subscription.sharedFrom {
            check(subscription.due == nil, "subscription \(place) is shared and due by itself")
            check(
                subscriptions[source].sharedTo.contains(place),
                "subscription \(place) is shared by one that does not know")
            if subscription.isRunning {
                check(
                    subscriptions[source].phase == subscription.phase, "subscription \(place) differs from its source")
            }
        } else {
            check(subscription.isRunning == (subscription.due != nil), "subscription \(place) runs and is never due")
            if subscription.phase == .active {
                check(subscription.due == current?.expirationDate, "subscription \(place) is not due when it expires")
            }
            let others = indices[subscription.account].subscriptions.filter {
                subscriptions[$0].groupID == subscription.groupID && subscriptions[$0].sharedFrom == nil
            }
            check(others == [place], "an account has several subscriptions of its own in \(subscription.groupID)")
        }
    }

    private func checkLists(_ account: String, _ check: Check) {
        let entitled = transactions(.currentEntitlements(productID: nil), account: account)
        check(Set(entitled.map(\.id)).count == entitled.count, "\(account) has an entitlement twice")
        for transaction in entitled {
            check(
                transaction.type != .consumable && transaction.revocation == nil && !transaction.isUpgraded,
                "\(account) is entitled by \(transaction.id)")
        }
        let unfinished = transactions(.unfinished, account: account)
        check(unfinished.map(\.id) == unfinished.map(\.id).sorted(), "\(account)'s unfinished are out of order")
        check(
            unfinished.count == allTransactions(account: account).count { !$0.isFinished },
            "\(account)'s list of unfinished is not complete")
    }
}
