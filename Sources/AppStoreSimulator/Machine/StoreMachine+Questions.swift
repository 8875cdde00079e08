import AppStoreData
import Foundation

/// What can be asked of the store. Nothing here changes it, and everything is as of the latest event.
extension StoreMachine {
    /// The account's transactions, as a device sees them.
    public func transactions(_ selection: TransactionSelection, account: String) -> [TransactionRecord] {
        guard let place = accountPlaces[account] else { return [] }
        let index = indices[place]
        switch selection {
        case .all(nil):
            return newestFirst(index.history)
        case .all(let productID?):
            return newestFirst(index.historyByProduct[productID] ?? [])
        case .latest(let productID):
            return (index.historyByProduct[productID] ?? []).lazy.reversed().compactMap { listed($0.id) }
                .first.map { [$0] } ?? []
        case .unfinished:
            return index.unfinished.candidates.compactMap { transactions[$0] }.filter { !$0.isFinished }
        case .currentEntitlements(nil):
            return entitlements(index)
        case .currentEntitlements(let productID?):
            return entitlements(index).filter { $0.productID == productID }
        }
    }

    /// Every transaction of the account, finished consumables too, in the order of their identifiers.
    public func allTransactions(account: String) -> [TransactionRecord] {
        guard let place = accountPlaces[account] else { return [] }
        return indices[place].history.compactMap { transactions[$0.id] }.sorted { $0.id < $1.id }
    }

    public func transaction(_ id: UInt64) -> TransactionRecord? {
        transactions[id]
    }

    /// The subscription that the transaction is a period of.
    public func subscription(ofTransaction id: UInt64) -> SubscriptionRecord? {
        transactions[id]?.subscription.flatMap { record(subscriptions[$0]) }
    }

    /// The account's subscriptions in the group: its own first, then those it shares.
    public func subscriptions(groupID: String, account: String) -> [SubscriptionRecord] {
        let places = (accountPlaces[account].map { indices[$0].subscriptions } ?? [])
            .filter { subscriptions[$0].groupID == groupID }
        return
            (places.filter { subscriptions[$0].sharedFrom == nil }
            + places.filter { subscriptions[$0].sharedFrom != nil })
            .compactMap { record(subscriptions[$0]) }
    }

    /// The groups that the account has, or had, a subscription in.
    public func subscribedGroupIDs(account: String) -> [String] {
        var groupIDs: [String] = []
        for place in accountPlaces[account].map({ indices[$0].subscriptions }) ?? []
        where !subscriptions[place].isDeleted && !groupIDs.contains(subscriptions[place].groupID) {
            groupIDs.append(subscriptions[place].groupID)
        }
        return groupIDs
    }

    private func newestFirst(_ history: [AccountIndex.Entry]) -> [TransactionRecord] {
        history.reversed().compactMap { listed($0.id) }
    }

    /// A finished consumable is in no list, unless it was revoked or the app keeps them.
    private func listed(_ id: UInt64) -> TransactionRecord? {
        guard let transaction = transactions[id] else { return nil }
        let isHidden =
            transaction.type == .consumable && transaction.isFinished && transaction.revocation == nil
            && !app.keepsFinishedConsumables
        return isHidden ? nil : transaction
    }

    /// One for each non-consumable, every non-renewing subscription, and the running period of each subscription.
    private func entitlements(_ index: AccountIndex) -> [TransactionRecord] {
        var entitled: [TransactionRecord] = []
        var nonConsumables: [String: Int] = [:]
        for id in index.lasting {
            guard let transaction = transactions[id], transaction.revocation == nil else { continue }
            if transaction.type == .nonConsumable {
                if let place = nonConsumables[transaction.productID] {
                    // What was bought says more than what is shared.
                    if transaction.ownership == .purchased { entitled[place] = transaction }
                    continue
                }
                nonConsumables[transaction.productID] = entitled.count
            }
            entitled.append(transaction)
        }
        for place in index.subscriptions where subscriptions[place].isEntitled {
            if let transaction = transactions[subscriptions[place].current], transaction.revocation == nil {
                entitled.append(transaction)
            }
        }
        return entitled
    }
}
