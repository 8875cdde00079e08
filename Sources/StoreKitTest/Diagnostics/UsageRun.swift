internal import Foundation
internal import StoreKit

/// What an app did with StoreKit since its launch.
struct UsageRun: Sendable {
    typealias CallSite = StoreKitDiagnostics.CallSite
    typealias Finding = StoreKitDiagnostics.Finding

    struct Waiting: Sendable {
        var productID: String
        var since: Date
    }

    struct Given: Sendable {
        var sighting: Sighting
        var giver: DeviceUse.Giver
        var callSite: CallSite?
    }

    struct Finish: Sendable {
        var callSite: CallSite?
        var wasReportedDurable: Bool
    }

    /// What happened while the app was closed before this run.
    enum Meanwhile: Sendable {
        case transaction(UInt64, productID: String)
        case lapse(groupID: String)
    }

    /// What the app has not been given, although it is there.
    private(set) var waiting: [UInt64: Waiting]
    private(set) var listeners: Set<ObjectIdentifier> = []
    private(set) var looks: Set<DeviceUse.Look> = []
    /// What the app was given and has not finished.
    private(set) var given: [UInt64: Given] = [:]
    private(set) var finished: [TransactionRevision: Finish] = [:]
    private(set) var durable: Set<TransactionRevision> = []
    let meanwhile: [Meanwhile]

    init(unfinished: [UInt64: String], meanwhile: [Meanwhile], at now: Date) {
        waiting = unfinished.mapValues { Waiting(productID: $0, since: now) }
        self.meanwhile = meanwhile
    }

    func isBusy(unfinished: Set<UInt64>) -> Bool {
        !waiting.isEmpty || given.keys.contains(where: unfinished.contains)
    }

    mutating func used(_ use: DeviceUse, at callSite: CallSite?, _ now: Date) -> [Finding] {
        switch use {
        case .arrived(let revision, let productID):
            if listeners.isEmpty, waiting[revision.id] == nil {
                waiting[revision.id] = Waiting(productID: productID, since: now)
            }
        case .lapsed, .granted: break
        case .listens(let listener):
            defer { listeners.insert(listener) }
            return lateListener(at: callSite, now)
        case .stoppedListening(let listener): listeners.remove(listener)
        case .looked(let look): looks.insert(look)
        case .given(let sighting, let giver):
            waiting[sighting.revision.id] = nil
            // Two ways can lead to one transaction, and the app may have finished it before the second gives it.
            if sighting.isVerified, finished[sighting.revision] == nil {
                given[sighting.revision.id] = Given(sighting: sighting, giver: giver, callSite: callSite)
            }
        case .durable(let revision): durable.insert(revision)
        case .deferred(let revision): given[revision.id] = nil
        case .finishes(let revision):
            given[revision.id] = nil
            waiting[revision.id] = nil
            if let first = finished[revision] { return twoOwners(revision, first: first, second: callSite) }
            finished[revision] = Finish(callSite: callSite, wasReportedDurable: durable.contains(revision))
        }
        return []
    }

    func findingsAtEnd(unfinished: Set<UInt64>) -> [Finding] {
        unheard() + neverFinished(unfinished) + finishedTooEarly() + notLookedFor()
    }
}
