import Foundation

/// What is shown, made from what StoreKit lists and what has been handled.
///
/// A transaction is shown once it has been handled and leaves once what removed it has been handled. One that could
/// not be handled withholds itself and nothing else: what it replaces stays in its place.
struct EntitlementProjection {
    /// Nil until the first reading that can be shown.
    private(set) var shown: [StoreTransactionSnapshot]?
    /// Current entitlements that are not shown because they have not been handled.
    private(set) var withheld: [StoreTransactionSnapshot] = []

    /// True when the reading changed what is shown.
    ///
    /// An empty list is not shown as the first one while something is withheld: that would claim an absence that is
    /// not known.
    ///
    /// `revoked`: what was taken back while StoreKit was being asked, with when that was signed. An answer that is
    /// older does not count.
    mutating func apply(
        _ reading: EntitlementReading, handling: HandlingMachine, revoked: [TransactionKey: Date] = [:], now: Date
    ) -> Bool {
        var kept: [StoreTransactionSnapshot] = []
        withheld = []
        let pending = handling.pendingTransactions
        for transaction in reading.current {
            if let date = revoked[transaction.revision.transaction], date >= transaction.signedDate { continue }
            switch handling.standing(of: transaction) {
            // Another state of it has come in since it was listed.
            case .unknown where pending.contains(transaction.revision.transaction),
                .superseded where pending.contains(transaction.revision.transaction):
                withheld.append(transaction)
            case .unknown, .superseded, .succeeded: kept.append(transaction)
            case .pending, .failed: withheld.append(transaction)
            }
        }
        var taken = Set(kept.map(\.revision.transaction))
        for transaction in stillStanding(listed: taken, pending: pending)
        where taken.insert(transaction.revision.transaction).inserted {
            kept.append(transaction)
        }
        let subscriptions = Set(kept.filter { !$0.isUpgraded }.map(\.originalID))
        for transaction in reading.upgraded
        where subscriptions.contains(transaction.originalID) && transaction.isOfRunningPeriod(at: now) {
            if taken.insert(transaction.revision.transaction).inserted { kept.append(transaction) }
        }
        if shown == nil, kept.isEmpty, !withheld.isEmpty { return false }
        kept.sort(by: Self.order)
        if let shown, shown.map(\.revision) == kept.map(\.revision) { return false }
        shown = kept
        return true
    }

    /// What was shown and stays although StoreKit lists it no longer: a withheld transaction would take its place, or
    /// what removes it has not been handled.
    private func stillStanding(
        listed: Set<TransactionKey>, pending: Set<TransactionKey>
    ) -> [StoreTransactionSnapshot] {
        let replaced = Set(withheld.map(\.originalID))
        return (shown ?? []).filter {
            !listed.contains($0.revision.transaction)
                && (replaced.contains($0.originalID) || pending.contains($0.revision.transaction))
        }
    }

    /// The next moment at which something shown ends.
    func nextEnd(after now: Date) -> Date? {
        shown?.compactMap(\.expirationDate).filter { $0 > now }.min()
    }

    private static func order(_ a: StoreTransactionSnapshot, _ b: StoreTransactionSnapshot) -> Bool {
        (a.productID, a.purchaseDate, a.id) < (b.productID, b.purchaseDate, b.id)
    }
}

extension StoreTransactionSnapshot {
    fileprivate func isOfRunningPeriod(at now: Date) -> Bool {
        guard isUpgraded, revocationDate == nil, let expirationDate else { return false }
        return expirationDate > now
    }
}
