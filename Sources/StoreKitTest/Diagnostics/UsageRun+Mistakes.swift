internal import Foundation
internal import StoreKit

// The mistakes, each where it is recognized.
extension UsageRun {
    /// How long a launch may take, in seconds: after so many iOS gives up on an app.
    private static var launch: TimeInterval { 20 }
    /// How many seconds later than its end access may be granted: between the question and the report time passes.
    private static var tolerance: TimeInterval { 1 }

    func lateListener(at callSite: CallSite?, _ now: Date) -> [Finding] {
        guard listeners.isEmpty,
            let (id, longest) = waiting.min(by: { ($0.value.since, $0.key) < ($1.value.since, $1.key) })
        else { return [] }
        let wait = now.timeIntervalSince(longest.since)
        guard wait > Self.launch else { return [] }
        return [
            Finding(
                mistake: .lateListener,
                message: """
                    nothing listened to Transaction.updates for \(Int(wait)) seconds while \(count(waiting.count)) \
                    waited, transaction \(id) of \(longest.productID) among them; start the listener when the process \
                    starts, before the first screen
                    """,
                transactionID: id, callSite: callSite)
        ]
    }

    func unheard() -> [Finding] {
        guard listeners.isEmpty,
            let (id, first) = waiting.min(by: { ($0.value.since, $0.key) < ($1.value.since, $1.key) })
        else { return [] }
        return [
            Finding(
                mistake: .lateListener,
                message: """
                    the run ended with nothing listening to Transaction.updates while \(count(waiting.count)) \
                    waited, transaction \(id) of \(first.productID) among them; start a listener when the process \
                    starts, and keep it
                    """,
                transactionID: id, callSite: nil)
        ]
    }

    func neverFinished(_ unfinished: Set<UInt64>) -> [Finding] {
        given.filter { unfinished.contains($0.key) }.sorted { $0.key < $1.key }.map { id, given in
            Finding(
                mistake: .neverFinished,
                message: """
                    transaction \(id) of \(given.sighting.productID), which \(given.giver.rawValue) gave the app, was \
                    not finished by the end of the run and will come again at each launch; call finish() once its work \
                    is done, or StoreKitDiagnostics.reportDeferred(_:) where it is left on purpose
                    """,
                transactionID: id, callSite: given.callSite)
        }
    }

    func finishedTooEarly() -> [Finding] {
        guard !durable.isEmpty else { return [] }
        return finished.filter { !$0.value.wasReportedDurable }
            .sorted { ($0.key.id, $0.key.signedDate) < ($1.key.id, $1.key.signedDate) }
            .map { revision, finish in
                Finding(
                    mistake: .finishedTooEarly,
                    message: """
                        finish() of transaction \(revision.id) came before the app reported its work as durable\
                        \(durable.contains(revision) ? "" : ", which it never did"); StoreKit will not send the \
                        transaction again, so if that work fails the purchase is lost; call finish() last
                        """,
                    transactionID: revision.id, callSite: finish.callSite)
            }
    }

    func twoOwners(_ revision: TransactionRevision, first: Finish, second: CallSite?) -> [Finding] {
        // One owner may finish twice, from one place; without debug information places cannot be told apart.
        guard let one = first.callSite, let other = second, one != other else { return [] }
        return [
            Finding(
                mistake: .twoOwners,
                message: """
                    transaction \(revision.id) was finished at \(one) and again at \(other); let one place own \
                    finish(), or the one that is faster takes the transaction from the other
                    """,
                transactionID: revision.id, callSite: other)
        ]
    }

    func notLookedFor() -> [Finding] {
        let looked = !looks.isEmpty || !listeners.isEmpty || !given.isEmpty
        for event in meanwhile {
            switch event {
            case .transaction(let id, let productID) where !looked:
                return [
                    Finding(
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
                    Finding(
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
        _ sighting: Sighting, isInGracePeriod: Bool, at callSite: CallSite, _ now: Date
    ) -> [Finding] {
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
            Finding(
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
