internal import Foundation
internal import StoreKit

// The mistakes, each where it is recognized.
extension UsageRun {
    /// How long a launch may take, in seconds: after so many iOS gives up on an app.
    private static var launch: TimeInterval { 20 }
    /// How many seconds later than its end access may be granted: between the question and the report time passes.
    private static var tolerance: TimeInterval { 1 }

    func lateListener(_ now: Date) -> [StoreKitDiagnostics.Finding] {
        guard let longest = longestWait(until: now) else { return [] }
        return [
            StoreKitDiagnostics.Finding(
                mistake: .lateListener,
                message: """
                    nothing listened to Transaction.updates for \(longest.seconds) seconds while \
                    \(count(waiting.count)) waited, transaction \(longest.id) of \(longest.productID) among them; \
                    start the listener when the process starts, before the first screen
                    """,
                transactionID: longest.id, callSite: nil)
        ]
    }

    func unheard(_ now: Date) -> [StoreKitDiagnostics.Finding] {
        guard let longest = longestWait(until: now) else { return [] }
        return [
            StoreKitDiagnostics.Finding(
                mistake: .lateListener,
                message: """
                    the run ended with nothing listening to Transaction.updates, for which \(count(waiting.count)) \
                    waited, transaction \(longest.id) of \(longest.productID) for \(longest.seconds) seconds; start a \
                    listener when the process starts, and keep it
                    """,
                transactionID: longest.id, callSite: nil)
        ]
    }

    /// What has waited for a listener longest, if that is longer than a launch.
    private func longestWait(until now: Date) -> (id: UInt64, productID: String, seconds: Int)? {
        guard listeners.isEmpty,
            let (id, first) = waiting.min(by: { ($0.value.since, $0.key) < ($1.value.since, $1.key) })
        else { return nil }
        let wait = now.timeIntervalSince(first.since)
        return wait > Self.launch ? (id, first.productID, Int(wait)) : nil
    }

    func neverFinished(_ unfinished: Set<UInt64>) -> [StoreKitDiagnostics.Finding] {
        given.filter { unfinished.contains($0.key) }.sorted { $0.key < $1.key }.map { id, given in
            StoreKitDiagnostics.Finding(
                mistake: .neverFinished,
                message: """
                    transaction \(id) of \(given.sighting.productID), which \(given.giver.name) gave the app, was \
                    not finished by the end of the run and will come again at each launch; call finish() once its work \
                    is done, or StoreKitDiagnostics.reportDeferred(_:) where it is left on purpose
                    """,
                transactionID: id, callSite: nil)
        }
    }

    func finishedTooEarly() -> [StoreKitDiagnostics.Finding] {
        guard !durable.isEmpty else { return [] }
        return finished.filter { !$0.value.wasReportedDurable }
            .sorted { ($0.key.id, $0.key.signedDate) < ($1.key.id, $1.key.signedDate) }
            .map { revision, _ in
                StoreKitDiagnostics.Finding(
                    mistake: .finishedTooEarly,
                    message: """
                        finish() of transaction \(revision.id) came before the app reported its work as durable\
                        \(durable[revision] == nil ? ", which it never did" : ""); StoreKit will not send the \
                        transaction again, so if that work fails the purchase is lost; call finish() last
                        """,
                    transactionID: revision.id, callSite: durable[revision])
            }
    }

    func twoOwners(
        _ revision: TransactionRevision, _ first: ObjectIdentifier?, _ second: ObjectIdentifier?
    ) -> [StoreKitDiagnostics.Finding] {
        // One owner may finish twice, and may start its listener anew; only both at once are two. Asked both ways, because
        // a new listener can have the identity of one that is gone.
        guard let first, let second, contemporaries[first]?.contains(second) == true,
            contemporaries[second]?.contains(first) == true
        else { return [] }
        return [
            StoreKitDiagnostics.Finding(
                mistake: .twoOwners,
                message: """
                    transaction \(revision.id) was finished by two listeners to Transaction.updates that were there \
                    at the same time; let one of them own finish(), or the one that is faster takes the transaction \
                    from the other
                    """,
                transactionID: revision.id, callSite: nil)
        ]
    }

    func notLookedFor() -> [StoreKitDiagnostics.Finding] {
        let looked = !looks.isEmpty || !listeners.isEmpty || !given.isEmpty
        for event in meanwhile {
            switch event {
            case .transaction(let id, let productID) where !looked:
                return [
                    StoreKitDiagnostics.Finding(
                        mistake: .notLookedForAtLaunch,
                        message: """
                            transaction \(id) of \(productID) arrived or changed while the app was closed, and the run \
                            after it asked for nothing; nothing comes to an app that is closed, so read \
                            Transaction.currentEntitlements and listen to Transaction.updates at each launch
                            """,
                        transactionID: id, callSite: nil)
                ]
            case .lapse(let groupID) where !looks.contains(.state):
                return [
                    StoreKitDiagnostics.Finding(
                        mistake: .notLookedForAtLaunch,
                        message: """
                            access to the subscription group \(groupID) ended while the app was closed, which no \
                            transaction tells of, and the run after it did not ask what the customer has; read \
                            Transaction.currentEntitlements at each launch
                            """,
                        transactionID: nil, callSite: nil)
                ]
            default: continue
            }
        }
        return []
    }

    static func wrongAccess(
        _ sighting: Sighting, isInGracePeriod: Bool, at callSite: StoreKitDiagnostics.CallSite, _ now: Date
    ) -> [StoreKitDiagnostics.Finding] {
        let reason: String
        if !sighting.isVerified {
            reason = "which failed verification"
        } else if sighting.isRevoked {
            reason = "which was refunded or revoked"
        } else if sighting.isUpgraded {
            reason = "which an upgrade replaced"
        } else if let end = sighting.expirationDate, !isInGracePeriod, now.timeIntervalSince(end) > Self.tolerance {
            reason = "which expired \(Int(now.timeIntervalSince(end))) seconds ago"
        } else {
            return []
        }
        return [
            StoreKitDiagnostics.Finding(
                mistake: .wrongAccess,
                message: """
                    the app granted access for transaction \(sighting.revision.id) of \(sighting.productID), \(reason); \
                    grant what is verified in Transaction.currentEntitlements, and nothing else
                    """,
                transactionID: sighting.revision.id, callSite: callSite)
        ]
    }

    private func count(_ transactions: Int) -> String {
        transactions == 1 ? "a transaction" : "\(transactions) transactions"
    }
}

extension DeviceUse.Giver {
    fileprivate var name: String {
        switch self {
        case .purchase: "purchase(options:)"
        case .unfinished: "Transaction.unfinished"
        case .updates: "Transaction.updates"
        }
    }
}
