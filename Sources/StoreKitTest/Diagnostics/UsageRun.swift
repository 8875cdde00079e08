internal import Foundation
internal import StoreKit

/// What an app did with StoreKit since its launch.
struct UsageRun: Sendable {
    struct Waiting: Sendable {
        var productID: String
        var since: Date
    }

    struct Given: Sendable {
        var sighting: Sighting
        var giver: DeviceUse.Giver
        var caller: Caller?
    }

    struct Finish: Sendable {
        var caller: Caller?
        var wasReportedDurable: Bool
    }

    /// What happened while the app was closed before this run.
    enum Meanwhile: Sendable {
        case transaction(UInt64, productID: String)
        case lapse(groupID: String)
    }

    /// What is there while nobody listens.
    private(set) var waiting: [UInt64: Waiting]
    private(set) var listeners: Set<ObjectIdentifier> = []
    /// Who listens, the latest of them.
    private var latestListener: Caller?
    private(set) var looks: Set<DeviceUse.Look> = []
    /// What each listener was given last, until it asks for the next.
    private var inHand: [ObjectIdentifier: UInt64] = [:]
    /// What the app was given and has not finished.
    private(set) var given: [UInt64: Given] = [:]
    private(set) var finished: [TransactionRevision: Finish] = [:]
    private(set) var durable: Set<TransactionRevision> = []
    /// What the app leaves unfinished on purpose, however often it is given.
    private var deferred: Set<TransactionRevision> = []
    let meanwhile: [Meanwhile]

    init(unfinished: [UInt64: String], meanwhile: [Meanwhile], at now: Date) {
        waiting = unfinished.mapValues { Waiting(productID: $0, since: now) }
        self.meanwhile = meanwhile
    }

    func isBusy(unfinished: Set<UInt64>) -> Bool {
        given.keys.contains(where: unfinished.contains)
    }

    mutating func used(_ use: DeviceUse, by caller: Caller?, _ now: Date) -> [Noticed] {
        switch use {
        case .arrived(let revision, let productID):
            if listeners.isEmpty, waiting[revision.id] == nil {
                waiting[revision.id] = Waiting(productID: productID, since: now)
            }
        case .lapsed, .granted: break
        case .listens(let listener):
            defer {
                listeners.insert(listener)
                latestListener = caller
                // The listener begins with them.
                waiting = [:]
            }
            return lateListener(by: caller, now)
        case .asksForNext(let listener): inHand[listener] = nil
        case .stoppedListening(let listener):
            listeners.remove(listener)
            // It went away over this one: the test let go of the app in the middle of its work.
            if let id = inHand.removeValue(forKey: listener) { given[id] = nil }
        case .looked(let look): looks.insert(look)
        case .given(let sighting, let giver):
            waiting[sighting.revision.id] = nil
            // Two ways can lead to one transaction, and the app may have finished it before the second gives it.
            if sighting.isVerified, finished[sighting.revision] == nil, !deferred.contains(sighting.revision) {
                given[sighting.revision.id] = Given(sighting: sighting, giver: giver, caller: caller)
                if case .updates(let listener) = giver {
                    given[sighting.revision.id]?.caller = latestListener
                    inHand[listener] = sighting.revision.id
                }
            }
        case .durable(let revision): durable.insert(revision)
        case .deferred(let revision):
            deferred.insert(revision)
            given[revision.id] = nil
        case .finishes(let revision):
            given[revision.id] = nil
            waiting[revision.id] = nil
            if let first = finished[revision] { return twoOwners(revision, first: first, second: caller) }
            finished[revision] = Finish(caller: caller, wasReportedDurable: durable.contains(revision))
        }
        return []
    }

    func findingsAtEnd(unfinished: Set<UInt64>, at now: Date) -> [Noticed] {
        unheard(now) + neverFinished(unfinished) + finishedTooEarly() + notLookedFor()
    }
}
