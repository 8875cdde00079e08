internal import Foundation
internal import StoreKit

/// What an app did with StoreKit in one run after another, and which mistakes it made.
///
/// A run is from a launch of the app to its end. The store goes on between two runs.
struct UsageWatch: Sendable {
    enum Event: Sendable {
        /// The app was launched. These transactions waited for it, with their products.
        case launched(unfinished: [UInt64: String])
        case used(DeviceUse)
        /// The app granted something. A subscription in its grace period goes on after its expiration date.
        case granted(Sighting, isInGracePeriod: Bool, at: StoreKitDiagnostics.CallSite)
        /// The run is over. These transactions are not finished.
        case ended(unfinished: Set<UInt64>)
    }

    private var run: UsageRun?
    /// What happened since the last run ended.
    private var meanwhile: [UsageRun.Meanwhile] = []

    /// Whether the app still has something to do before its run can be judged, given what is not finished.
    func isBusy(unfinished: Set<UInt64>) -> Bool {
        run?.isBusy(unfinished: unfinished) ?? false
    }

    mutating func handle(_ event: Event, at now: Date) -> [StoreKitDiagnostics.Finding] {
        switch event {
        case .launched(let unfinished):
            run = UsageRun(unfinished: unfinished, meanwhile: meanwhile, at: now)
            meanwhile = []
            return []
        case .ended(let unfinished):
            defer { run = nil }
            return run?.findingsAtEnd(unfinished: unfinished, at: now) ?? []
        case .granted(let sighting, let isInGracePeriod, let callSite):
            return UsageRun.wrongAccess(sighting, isInGracePeriod: isInGracePeriod, at: callSite, now)
        case .used(let use):
            if let findings = run?.used(use, now) { return findings }
            note(use)
            return []
        }
    }

    /// While the app is closed, only the store does something.
    private mutating func note(_ use: DeviceUse) {
        switch use {
        case .arrived(let revision, let productID):
            meanwhile.append(.transaction(revision.id, productID: productID))
        case .lapsed(let groupID): meanwhile.append(.lapse(groupID: groupID))
        default: break
        }
    }
}
