internal import AppStoreData
internal import AppStoreSimulator
internal import Foundation
internal import StoreKit

/// Watches the app on the device of one session, from a start to an end.
final class SessionWatch: Sendable {
    private struct State {
        var watch = UsageWatch()
        var findings: [StoreKitDiagnostics.Finding] = []
    }

    private let store: SimulatedAppStore
    private let account: String
    private let patience: Duration
    /// Where the watching was asked for.
    let origin: StoreKitDiagnostics.CallSite
    private let state = Lock(State())

    init(
        store: SimulatedAppStore, account: String, patience: Duration, origin: StoreKitDiagnostics.CallSite
    ) {
        self.store = store
        self.account = account
        self.patience = patience
        self.origin = origin
    }

    func use(_ use: DeviceUse) {
        switch use {
        case .granted(let sighting, let callSite):
            handle(.granted(sighting, isInGracePeriod: isInGracePeriod(sighting), at: callSite))
        default:
            handle(.used(use))
        }
    }

    func launch() {
        let waiting = unfinished.map { ($0.id, $0.productID) }
        handle(.launched(unfinished: Dictionary(waiting) { first, _ in first }))
    }

    /// Ends the run, after the app has had the time to finish what it was given.
    func end() async {
        let deadline = ContinuousClock.now + patience
        while isBusy, ContinuousClock.now < deadline, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(5))
        }
        handle(.ended(unfinished: Set(unfinished.map(\.id))))
    }

    func takeFindings() -> [StoreKitDiagnostics.Finding] {
        state.withLock { state in
            defer { state.findings = [] }
            return state.findings
        }
    }

    private func handle(_ event: UsageWatch.Event) {
        let now = store.now
        state.withLock { $0.findings += $0.watch.handle(event, at: now) }
    }

    private var isBusy: Bool {
        let unfinished = Set(unfinished.map(\.id))
        return state.withLock { $0.watch.isBusy(unfinished: unfinished) }
    }

    private var unfinished: [TransactionRecord] {
        ((try? store.transactions(account: account)) ?? []).filter { !$0.isFinished }
    }

    private func isInGracePeriod(_ sighting: Sighting) -> Bool {
        guard let subscription = try? store.subscription(ofTransaction: sighting.revision.id) else { return false }
        return subscription.state == .inBillingGracePeriod && subscription.transaction.id == sighting.revision.id
    }
}
