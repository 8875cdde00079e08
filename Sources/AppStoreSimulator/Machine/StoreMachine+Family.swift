import AppStoreData

/// Family sharing: each member has transactions of its own for what another one bought and may share.
extension StoreMachine {
    mutating func join(_ family: String, account: String, _ effects: inout [StoreEffect]) {
        let place = place(ofAccount: account)
        guard accounts[place].family != family else { return }
        leaveFamily(account: account, &effects)
        accounts[place].family = family
        for member in otherFamilyMembers(of: account) {
            shareEverything(of: member, with: place, &effects)
            shareEverything(of: place, with: member, &effects)
        }
    }

    mutating func leaveFamily(account: String, _ effects: inout [StoreEffect]) {
        guard let place = accountPlaces[account], accounts[place].family != nil else { return }
        let others = otherFamilyMembers(of: account)
        accounts[place].family = nil
        for member in others {
            unshareEverything(of: member, with: place, &effects)
            unshareEverything(of: place, with: member, &effects)
        }
    }

    /// The places of the other accounts in the account's family.
    func otherFamilyMembers(of account: String) -> [Int] {
        guard let place = accountPlaces[account], let family = accounts[place].family else { return [] }
        return accounts.indices.filter { $0 != place && accounts[$0].family == family }
    }

    // MARK: Sharing

    /// Shares what was just bought, if it is a non-consumable that can be shared.
    mutating func share(_ transaction: TransactionRecord, _ effects: inout [StoreEffect]) {
        for member in otherFamilyMembers(of: transaction.account) {
            share(transaction, with: member, &effects)
        }
    }

    private mutating func share(_ transaction: TransactionRecord, with member: Int, _ effects: inout [StoreEffect]) {
        guard transaction.type == .nonConsumable, isShareable(transaction.productID) else { return }
        let id = transactions.takeID()
        announce(copy(transaction, id: id, originalID: id, member: member, subscription: nil), &effects)
    }

    /// Shares the period that just began with every member of the family; those lose the subscription if its product
    /// cannot be shared.
    mutating func sharePeriod(_ place: Int, _ effects: inout [StoreEffect]) {
        if isShareable(subscriptions[place].productID) {
            for member in otherFamilyMembers(of: accounts[subscriptions[place].account].name) {
                sharePeriod(place, with: member, &effects)
            }
        } else {
            for shared in subscriptions[place].sharedTo where subscriptions[shared].isRunning {
                revokeShared(shared, &effects)
            }
        }
    }

    private mutating func sharePeriod(_ place: Int, with member: Int, _ effects: inout [StoreEffect]) {
        guard let transaction = transactions[subscriptions[place].current] else { return }
        let id = transactions.takeID()
        let shared: Int
        if let existing = subscriptions[place].sharedTo.first(where: {
            subscriptions[$0].account == member && !subscriptions[$0].isDeleted
        }) {
            shared = existing
        } else {
            shared = subscriptions.count
            subscriptions.append(
                Subscription(
                    account: member, groupID: subscriptions[place].groupID, sharedFrom: place,
                    originalTransactionID: id, originalPurchaseDate: transaction.purchaseDate, current: id,
                    productID: transaction.productID, phase: .active,
                    autoRenewProductID: subscriptions[place].autoRenewProductID,
                    recentStart: transaction.purchaseDate, signedDate: now))
            indices[member].subscriptions.append(shared)
            subscriptions[place].sharedTo.append(shared)
        }
        // What follows the purchaser's status from here on is told with it.
        subscriptions[shared].phase = .active
        subscriptions[shared].lapsed = nil
        subscriptions[shared].current = id
        subscriptions[shared].productID = transaction.productID
        announce(
            copy(
                transaction, id: id, originalID: subscriptions[shared].originalTransactionID, member: member,
                subscription: shared), &effects)
    }

    private mutating func shareEverything(of place: Int, with member: Int, _ effects: inout [StoreEffect]) {
        for id in indices[place].lasting {
            if let transaction = transactions[id], transaction.ownership == .purchased, transaction.revocation == nil {
                share(transaction, with: member, &effects)
            }
        }
        for subscription in indices[place].subscriptions
        where subscriptions[subscription].sharedFrom == nil && subscriptions[subscription].isEntitled {
            guard isShareable(subscriptions[subscription].productID) else { continue }
            sharePeriod(subscription, with: member, &effects)
            if let shared = subscriptions[subscription].sharedTo.last(where: { subscriptions[$0].account == member }) {
                follow(shared, subscription)
                publishStatus(shared, &effects)
            }
        }
    }

    private func copy(
        _ transaction: TransactionRecord, id: UInt64, originalID: UInt64, member: Int, subscription: Int?
    ) -> TransactionRecord {
        TransactionRecord(
            id: id, originalID: originalID, account: accounts[member].name, productID: transaction.productID,
            type: transaction.type, groupID: transaction.groupID, ownership: .familyShared,
            reason: transaction.reason, purchaseDate: transaction.purchaseDate,
            originalPurchaseDate: subscription.map { subscriptions[$0].originalPurchaseDate }
                ?? transaction.purchaseDate,
            expirationDate: transaction.expirationDate, quantity: transaction.quantity, appAccountToken: nil,
            offer: nil, price: transaction.price, storefront: transaction.storefront, signedDate: now,
            sharedFrom: transaction.id, subscription: subscription)
    }

    private mutating func announce(_ copy: TransactionRecord, _ effects: inout [StoreEffect]) {
        add(copy)
        if let original = copy.sharedFrom {
            _ = transactions.update(original) { $0.copies.append(copy.id) }
        }
        effects.append(.transaction(copy, exceptDevice: nil))
    }

    private func isShareable(_ productID: String) -> Bool {
        catalogue[productID]?.product.isFamilyShareable ?? false
    }

    // MARK: Revoking

    private mutating func unshareEverything(of place: Int, with member: Int, _ effects: inout [StoreEffect]) {
        for id in indices[member].lasting {
            guard let copy = transactions[id], copy.revocation == nil, let original = copy.sharedFrom,
                transactions[original]?.account == accounts[place].name
            else { continue }
            revoke(id, reason: .other, type: .familyRevoke, &effects)
        }
        for shared in indices[member].subscriptions {
            guard let source = subscriptions[shared].sharedFrom, subscriptions[source].account == place,
                subscriptions[shared].isRunning
            else { continue }
            revokeShared(shared, &effects)
        }
    }

    private mutating func revokeShared(_ shared: Int, _ effects: inout [StoreEffect]) {
        if transactions[subscriptions[shared].current]?.revocation == nil {
            revoke(subscriptions[shared].current, reason: .other, type: .familyRevoke, &effects)
        }
        stop(shared)
        publishStatus(shared, &effects)
    }
}
