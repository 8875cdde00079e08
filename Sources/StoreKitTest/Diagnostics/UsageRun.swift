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
    }

    struct Finish: Sendable {
        /// What delivered the finished value; nil if it came another way.
        var listener: ObjectIdentifier?
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
    /// For each listener of the run, those that were there at the same time.
    private(set) var contemporaries: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
    private(set) var looks: Set<DeviceUse.Look> = []
    /// What each listener was given last, until it asks for the next.
    private var inHand: [ObjectIdentifier: UInt64] = [:]
    /// What the app was given and has not finished.
    private(set) var given: [UInt64: Given] = [:]
    private(set) var finished: [TransactionRevision: Finish] = [:]
    private(set) var durable: [TransactionRevision: StoreKitDiagnostics.CallSite] = [:]
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

    mutating func used(_ use: DeviceUse, _ now: Date) -> [StoreKitDiagnostics.Finding] {
        switch use {
        case .arrived(let revision, let productID):
            if listeners.isEmpty, waiting[revision.id] == nil {
                waiting[revision.id] = Waiting(productID: productID, since: now)
            }
        case .lapsed, .granted: break
        case .listens(let listener):
            defer {
                contemporaries[listener] = listeners
                for other in listeners { contemporaries[other]?.insert(listener) }
                listeners.insert(listener)
                // The listener begins with them.
                waiting = [:]
            }
            return lateListener(now)
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
                given[sighting.revision.id] = Given(sighting: sighting, giver: giver)
                if case .updates(let listener) = giver { inHand[listener] = sighting.revision.id }
            }
        case .durable(let revision, let callSite): durable[revision] = callSite
        case .deferred(let revision):
            deferred.insert(revision)
            given[revision.id] = nil
        case .finishes(let revision, let listener):
            given[revision.id] = nil
            waiting[revision.id] = nil
            if let first = finished[revision] { return twoOwners(revision, first.listener, listener) }
            finished[revision] = Finish(listener: listener, wasReportedDurable: durable[revision] != nil)
        }
        return []
    }

    func findingsAtEnd(unfinished: Set<UInt64>, at now: Date) -> [StoreKitDiagnostics.Finding] {
        unheard(now) + neverFinished(unfinished) + finishedTooEarly() + notLookedFor()
    }
}
