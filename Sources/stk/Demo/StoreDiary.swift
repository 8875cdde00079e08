import AppStoreData
import AppStoreSimulator
import Foundation

/// Tells what a store does, by comparing its state before and after.
final class StoreDiary: Sendable {
    private let timeline: Timeline
    private let names: [String: String]
    private let last: Lock<StoreMachine>

    init(_ machine: StoreMachine, timeline: Timeline) {
        self.timeline = timeline
        names = machine.configuration.names
        last = Lock(machine)
    }

    /// Tells what `next` has that the state before it had not.
    func tell(_ next: StoreMachine) {
        let lines = last.withLock { last in
            defer { last = next }
            return changes(from: last, to: next)
        }
        for line in lines { timeline.tell(next.now.date, .store, line) }
    }

    private func changes(from last: StoreMachine, to next: StoreMachine) -> [String] {
        let account = SimulatedAppStore.defaultAccount
        var lines: [String] = []
        for pending in next.pendingPurchases where !last.pendingPurchases.contains(pending) {
            lines.append("keeps \(name(pending.request.productID)) waiting for an approval")
        }
        for record in next.allTransactions(account: account) {
            if let before = last.transaction(record.id) {
                lines += changes(from: before, to: record)
            } else {
                lines.append(arrival(record))
            }
        }
        for groupID in next.subscribedGroupIDs(account: account) {
            let before = last.subscriptions(groupID: groupID, account: account)
            for (index, status) in next.subscriptions(groupID: groupID, account: account).enumerated() {
                let old = before.indices.contains(index) ? before[index] : nil
                lines += changes(from: old, to: status)
            }
        }
        return lines
    }

    private func arrival(_ record: TransactionRecord) -> String {
        let quantity = record.quantity == 1 ? "" : "\(record.quantity) × "
        let price = Decimal(record.price * Int64(record.quantity)) / 1_000
        let verb = record.reason == .renewal ? "renews" : "sells"
        let end = record.expirationDate.map { ", until \(Timeline.text($0.date))" } ?? ""
        let trial =
            record.offer.map { $0.paymentMode == .freeTrial ? " as a free trial" : " at an offer's price" } ?? ""
        return
            "\(verb) \(quantity)\(name(record.productID))\(trial) for \(price) \(record.storefront.currencyCode)\(end): "
            + "transaction \(record.id)"
    }

    private func changes(from before: TransactionRecord, to record: TransactionRecord) -> [String] {
        var lines: [String] = []
        if record.isUpgraded && !before.isUpgraded { lines.append("marks transaction \(record.id) as upgraded") }
        if record.revocation != nil && before.revocation == nil { lines.append("refunds transaction \(record.id)") }
        if record.revocation == nil && before.revocation != nil {
            lines.append("takes back the refund of \(record.id)")
        }
        return lines
    }

    private func changes(from before: SubscriptionRecord?, to status: SubscriptionRecord) -> [String] {
        let product = name(status.transaction.productID)
        var lines: [String] = []
        if let before, before.state != status.state {
            switch status.state {
            case .active: lines.append("has been paid for \(product) again")
            case .expired: lines.append("ends \(product)")
            case .inBillingRetryPeriod: lines.append("cannot bill \(product), and keeps trying")
            case .inBillingGracePeriod:
                let end = status.renewalInfo.gracePeriodExpiresDate.map { " until \(Timeline.text($0.date))" } ?? ""
                lines.append("cannot bill \(product), and gives it a grace period\(end)")
            case .revoked: lines.append("revokes \(product)")
            default: break
            }
        }
        if let before, before.state == status.state, before.transaction.originalID == status.transaction.originalID,
            before.renewalInfo.autoRenewStatus != status.renewalInfo.autoRenewStatus
        {
            lines.append("will \(status.renewalInfo.autoRenewStatus == .on ? "" : "not ")renew \(product)")
        }
        return lines
    }

    private func name(_ productID: String) -> String {
        names[productID] ?? productID
    }
}

extension StoreConfiguration {
    /// What a customer calls each product.
    var names: [String: String] {
        Dictionary(products.map { ($0.id, $0.name) }) { first, _ in first }
    }
}
