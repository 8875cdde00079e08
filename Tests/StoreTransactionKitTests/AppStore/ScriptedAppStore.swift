import AppStoreData
import AppStoreSimulator
import Foundation
import SignedData
import StoreKit
import Testing

/// An App Store that knows nothing of selling: a test says what it lists and delivers, and it counts what it is asked.
///
/// Every object is signed anew each time it is read, so no two texts are equal.
final class ScriptedAppStore: AppStoreConnection {
    /// One payload, however many lists it is in.
    private final class Record: Sendable {
        let payload: TransactionPayload

        init(_ payload: TransactionPayload) {
            self.payload = payload
        }
    }

    private struct State {
        var transactions: [UInt64: Record] = [:]
        var order: [UInt64] = []
        var unfinished: Set<UInt64> = []
        var entitled: Set<UInt64> = []
        var forged: Set<UInt64> = []
        var finished: [UInt64] = []
        var queries: [TransactionSelection: Int] = [:]
        var synchronizations = 0
        var isOffline = false
        var isSynchronizationHeld = false
        var position: UInt64 = 0
        var listeners: [Int: @Sendable (DeviceDelivery, UInt64) -> Void] = [:]
        var now = Date(timeIntervalSince1970: 1_000_000)
    }

    let deviceVerificationID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    private let state = Lock(State())

    var finished: [UInt64] { state.withLock { $0.finished } }
    var synchronizations: Int { state.withLock { $0.synchronizations } }
    var entitlementQueries: Int { state.withLock { $0.queries[.currentEntitlements(productID: nil)] ?? 0 } }
    var unfinishedQueries: Int { state.withLock { $0.queries[.unfinished] ?? 0 } }
    var unfinished: Set<UInt64> { state.withLock { $0.unfinished } }

    /// A device that is connected to this store.
    func makeDevice() throws -> InstalledDevice {
        let verifier = try SignedDataVerifier.testing(
            environment: .xcode, bundleID: "com.example", trust: .root(Self.chain.get().root.der))
        return InstalledDevice(
            connection: self, verifier: verifier, offerKeys: OfferKeys(bundleID: "com.example", keys: [:]))
    }

    // MARK: What happens in the store

    /// A purchase that the store lists from now on and tells nobody of.
    ///
    /// "coins" are consumable, "lifetime" and "extra" are not; everything else is a subscription.
    func purchase(
        _ id: UInt64, _ productID: String, of original: UInt64? = nil, expires: Date? = nil, isFinished: Bool = false
    ) {
        let type: ProductType =
            switch productID {
            case "coins": .consumable
            case "lifetime", "extra": .nonConsumable
            default: .autoRenewable
            }
        state.withLock { state in
            var payload = TransactionPayload()
            payload.transactionID = String(id)
            payload.originalTransactionID = String(original ?? id)
            payload.bundleID = "com.example"
            payload.productID = productID
            payload.type = type
            payload.environment = .xcode
            payload.inAppOwnershipType = .purchased
            payload.purchaseDate = Timestamp(state.now)
            payload.originalPurchaseDate = Timestamp(state.now)
            payload.signedDate = Timestamp(state.now)
            payload.expiresDate = expires.map(Timestamp.init)
            payload.quantity = 1
            payload.storefront = "USA"
            payload.storefrontID = "143441"
            state.transactions[id] = Record(payload)
            state.order.append(id)
            if !isFinished { state.unfinished.insert(id) }
            if type != .consumable { state.entitled.insert(id) }
        }
    }

    /// Changes what the store says of a transaction, in a payload signed a second later.
    func change(_ id: UInt64, _ change: (inout TransactionPayload) -> Void = { _ in }) {
        state.withLock { state in
            state.now += 1
            guard var payload = state.transactions[id]?.payload else { return }
            payload.signedDate = Timestamp(state.now)
            change(&payload)
            state.transactions[id] = Record(payload)
        }
    }

    /// Takes a purchase back and says so.
    func refund(_ id: UInt64) {
        change(id) { $0.revocationDate = $0.signedDate }
        stopListing(id)
        deliver(id)
    }

    /// Another purchase takes the place of this one.
    func upgrade(from id: UInt64) {
        change(id) { $0.isUpgraded = true }
        stopListing(id)
    }

    /// The transaction is a current entitlement no longer.
    func stopListing(_ id: UInt64) {
        state.withLock { _ = $0.entitled.remove(id) }
    }

    func forge(_ id: UInt64) {
        state.withLock { _ = $0.forged.insert(id) }
    }

    /// Sends a transaction as it is now to whoever listens.
    func deliver(_ id: UInt64) {
        if let object = object(id) { send(.transaction(object)) }
    }

    /// Sends word that a subscription changed.
    func deliverStatus(of id: UInt64) {
        var renewal = RenewalInfoPayload()
        renewal.originalTransactionID = String(id)
        renewal.productID = state.withLock { $0.transactions[id]?.payload.productID }
        renewal.autoRenewStatus = .on
        renewal.signedDate = Timestamp(rawValue: 0)
        renewal.recentSubscriptionStartDate = Timestamp(rawValue: 0)
        renewal.environment = .xcode
        renewal.deviceVerification = deviceVerification
        renewal.deviceVerificationNonce = nonce.uuidString.lowercased()
        let payload = renewal
        guard let object = object(id) else { return }
        let message = SubscriptionStatusMessage(
            groupID: "group", state: .active, transaction: object,
            renewalInfo: SignedObject(transactionID: id) {
                try Self.chain.get().sign(payload: JSONEncoder().encode(payload))
            })
        send(.subscriptionStatus(message))
    }

    private func send(_ delivery: DeviceDelivery) {
        let (position, listeners) = state.withLock { state in
            state.position += 1
            return (state.position, Array(state.listeners.values))
        }
        for listener in listeners {
            listener(delivery, position)
        }
    }

    /// Lets `AppStore.sync()` fail for want of a network.
    func setOffline(_ isOffline: Bool) {
        state.withLock { $0.isOffline = isOffline }
    }

    /// Keeps `AppStore.sync()` from returning until it is let go.
    func holdSynchronization(_ isHeld: Bool) {
        state.withLock { $0.isSynchronizationHeld = isHeld }
    }

    // MARK: Signing

    private static let chain = Result { try SigningChain(startingAt: Date(timeIntervalSince1970: 0)) }
    private let nonce = UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9))

    private var deviceVerification: String {
        SigningChain.deviceVerification(nonce: nonce, deviceID: deviceVerificationID).base64EncodedString()
    }

    private func object(_ id: UInt64) -> SignedObject? {
        state.withLock { object(id, in: $0) }
    }

    private func object(_ id: UInt64, in state: State) -> SignedObject? {
        state.transactions[id].map { sign($0, as: id, isForged: state.forged.contains(id)) }
    }

    private func sign(_ record: Record, as id: UInt64, isForged: Bool) -> SignedObject {
        SignedObject(transactionID: id) { [self] in
            var payload = record.payload
            payload.deviceVerification = deviceVerification
            payload.deviceVerificationNonce = nonce.uuidString.lowercased()
            let text = try Self.chain.get().sign(payload: JSONEncoder().encode(payload))
            return isForged ? Self.withForeignSignature(text) : text
        }
    }

    private static func withForeignSignature(_ text: String) -> String {
        guard let signature = text.lastIndex(of: ".") else { return text }
        return text[...signature] + String(repeating: "A", count: 86)
    }

    // MARK: AppStoreConnection

    func transactions(_ selection: TransactionSelection) async throws(AppStoreConnectionError) -> TransactionList {
        state.withLock { state in
            state.queries[selection, default: 0] += 1
            let ids =
                switch selection {
                case .unfinished: state.order.filter(state.unfinished.contains)
                case .currentEntitlements: state.order.filter(state.entitled.contains)
                case .all(nil): Array(state.order.reversed())
                case .all(let productID?), .latest(let productID):
                    state.order.reversed().filter { state.transactions[$0]?.payload.productID == productID }
                }
            let listed =
                if case .latest = selection { Array(ids.prefix(1)) } else { ids }
            return TransactionList(
                transactions: listed.compactMap { object($0, in: state) }, position: state.position)
        }
    }

    func finish(transactionID: UInt64, signedDate: Timestamp?) async throws(AppStoreConnectionError) {
        state.withLock { state in
            state.finished.append(transactionID)
            state.unfinished.remove(transactionID)
        }
    }

    func synchronize() async throws(AppStoreConnectionError) {
        state.withLock { $0.synchronizations += 1 }
        await eventually("let go") { !state.withLock { $0.isSynchronizationHeld } }
        if state.withLock({ $0.isOffline }) { throw .network(code: URLError.notConnectedToInternet.rawValue) }
    }

    func listen(_ receive: @escaping @Sendable (DeviceDelivery, UInt64) -> Void) -> DeliveryToken {
        state.withLock { $0.listeners[$0.listeners.count] = receive }
        return DeliveryToken {}
    }

    func products(for identifiers: Set<String>) async throws(AppStoreConnectionError) -> [StoreProduct] { [] }

    func purchase(_ request: PurchaseRequest) async throws(AppStoreConnectionError) -> PurchaseOutcome { .pending }

    func subscriptionStatuses(
        groupID: String
    ) async throws(AppStoreConnectionError) -> [SubscriptionStatusMessage] { [] }

    func subscribedGroupIDs() async throws(AppStoreConnectionError) -> [String] { [] }

    func isEligibleForIntroductoryOffer(groupID: String) async throws(AppStoreConnectionError) -> Bool { false }

    func appTransaction() async throws(AppStoreConnectionError) -> SignedObject {
        throw .unknown(reason: "no app transaction")
    }

    func storefront() async throws(AppStoreConnectionError) -> StorefrontMessage {
        StorefrontMessage(id: "143441", countryCode: "USA", currencyCode: "USD")
    }
}
