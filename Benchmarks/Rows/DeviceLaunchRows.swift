import AppStoreData
import AppStoreSimulator
import Foundation
import SignedData
import StoreKit
import StoreTransactionKit

/// An app that is launched with many unfinished transactions, held against the same app draining them by hand with
/// StoreKit alone, and against the launch with the fewest.
func deviceLaunchRows(_ scale: Scale) async throws -> [Row] {
    var rows: [Row] = []
    var first: (time: Double, count: Int)?
    var memoryPerTransaction: Double?
    for (size, rounds) in [(1_000, 5), (10_000, 3), (100_000, 1)] {
        let count = scale(size)
        let name = "launch with \(size.formatted(.number.locale(Locale(identifier: "en_US")))) unfinished"
        var calls = 0
        var queries = 0
        var peak = 0.0
        let (store, hand) = try await Measure.interleaved(rounds: scale.rounds(rounds)) {
            let device = try UsedDevice(unfinished: count)
            var cost = Cost(wall: 0, cpu: 0)
            peak = try await Measure.peakMemory {
                cost = try await Measure.cost { calls = try await device.launch(expecting: count) }
            }
            queries = device.entitlementQueries
            return cost.cpu / Double(count)
        } _: {
            let device = try UsedDevice(unfinished: count)
            return try await Measure.cost { try await device.drainByHand(expecting: count) }.cpu / Double(count)
        }
        rows.append(Row("\(name): CPU a transaction, against by hand", store * 1e6, "µs", limit: hand * 1e6))
        if let first {
            rows.append(
                Row(
                    "\(name): the same, against \(first.count)", store * 1e6, "µs", limit: first.time,
                    goal: .atMost(1.5)))
        } else {
            first = (store * 1e6, count)
        }
        rows.append(Row("\(name): handler calls", Double(calls), "", limit: Double(count), goal: .exactly(1)))
        rows.append(Row("\(name): entitlement queries", Double(queries), "", goal: .atMost(3)))
        let memory = peak / Double(count)
        rows.append(
            Row(
                "\(name): peak memory a transaction", memory, "B", limit: memoryPerTransaction,
                goal: memoryPerTransaction == nil ? nil : .atMost(1.5)))
        memoryPerTransaction = memory
    }
    return rows
}

/// A device whose customer has bought on another one, so that everything waits for this one's app.
private final class UsedDevice: Sendable {
    private let store: SimulatedAppStore
    private let device: InstalledDevice
    private let connection: CountingConnection

    init(unfinished count: Int) throws {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let chain = try SigningChain(forStoreStartingAt: start)
        let app = AppIdentity(bundleID: "com.example.radio")
        store = SimulatedAppStore(
            configuration: try .benchmark(), app: app, clock: .manual(startingAt: start), seed: 1,
            signer: PayloadSigner(chain: chain))
        let other = DeviceID(account: SimulatedAppStore.defaultAccount, name: "tablet")
        for _ in 0..<count {
            try store.perform(.purchase(PurchaseRequest(productID: "coins"), on: other))
        }
        connection = CountingConnection(store.device(named: "phone"))
        device = try InstalledDevice(connection, of: store, app: app, chain: chain)
        DeviceRegistry.shared.install(device, owner: store, in: nil)
    }

    deinit {
        DeviceRegistry.shared.uninstall(device)
    }

    var entitlementQueries: Int { connection.entitlementQueries.withLock { $0 } }

    private struct ProductID: RawRepresentable, Hashable {
        var rawValue: String
    }

    /// Launches an app with a `TransactionStore` and waits until it shows what is owned.
    ///
    /// - Returns: How often the handler was called.
    @MainActor
    func launch(expecting count: Int) async throws -> Int {
        let calls = Lock(0)
        let transactions = TransactionStore<ProductID>(
            clock: StoreClock(now: { [store] in store.now }, sleep: { [store] in try await store.sleep(until: $0) }),
            handleTransaction: { _ in calls.withLock { $0 += 1 } },
            reportFailure: { print("failure: \($0.underlyingError)") })
        try await transactions.refreshEntitlements()
        try await transactions.close()
        try checkDrained()
        return calls.withLock { $0 }
    }

    /// What an app does that has nothing but StoreKit: reads what is unfinished, takes the verified, finishes it.
    func drainByHand(expecting count: Int) async throws {
        var finished = 0
        for await result in Transaction.unfinished {
            guard case .verified(let transaction) = result else { continue }
            await transaction.finish()
            finished += 1
        }
        for await _ in Transaction.currentEntitlements {}
        try checkDrained()
    }

    private func checkDrained() throws {
        let left = try store.machine.transactions(.unfinished, account: SimulatedAppStore.defaultAccount).count
        precondition(left == 0, "\(left) transactions are unfinished")
    }
}

/// A device's line that counts the questions for entitlements.
private final class CountingConnection: AppStoreConnection {
    private let device: SimulatedDevice
    let entitlementQueries = Lock(0)

    init(_ device: SimulatedDevice) {
        self.device = device
    }

    var deviceVerificationID: UUID { device.deviceVerificationID }

    func transactions(_ selection: TransactionSelection) async throws(AppStoreConnectionError) -> TransactionList {
        if case .currentEntitlements = selection { entitlementQueries.withLock { $0 += 1 } }
        return try device.transactions(selection)
    }

    func finish(transactionID: UInt64, signedDate: Timestamp?) async throws(AppStoreConnectionError) {
        try device.finish(transactionID: transactionID, signedDate: signedDate)
    }

    func listen(_ receive: @escaping @Sendable (DeviceDelivery, UInt64) -> Void) -> DeliveryToken {
        device.listen(receive)
    }

    func products(for identifiers: Set<String>) async throws(AppStoreConnectionError) -> [StoreProduct] {
        try device.products(for: identifiers)
    }

    func purchase(_ request: PurchaseRequest) async throws(AppStoreConnectionError) -> PurchaseOutcome {
        try device.purchase(request)
    }

    func subscriptionStatuses(groupID: String) async throws(AppStoreConnectionError) -> [SubscriptionStatusMessage] {
        try device.subscriptionStatuses(groupID: groupID)
    }

    func subscribedGroupIDs() async throws(AppStoreConnectionError) -> [String] {
        try device.subscribedGroupIDs()
    }

    func isEligibleForIntroductoryOffer(groupID: String) async throws(AppStoreConnectionError) -> Bool {
        try device.isEligibleForIntroductoryOffer(groupID: groupID)
    }

    func appTransaction() async throws(AppStoreConnectionError) -> SignedObject {
        try device.appTransaction()
    }

    func storefront() async throws(AppStoreConnectionError) -> StorefrontMessage {
        try device.storefront()
    }

    func synchronize() async throws(AppStoreConnectionError) {
        try device.synchronize()
    }
}
