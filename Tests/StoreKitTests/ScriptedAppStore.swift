import AppStoreData
import AppStoreSimulator
import Foundation
import SignedData

@testable import StoreKit

/// An App Store that says what a test tells it to, at the moment at which the test wants it said.
final class ScriptedAppStore: AppStoreConnection {
    private struct State {
        var unfinished = TransactionList(transactions: [], position: 0)
        /// Runs while a device asks for the unfinished transactions, after the answer was decided on.
        var whileAnswering: @Sendable () -> Void = {}
        var failures = 0
        var receive: (@Sendable (DeviceDelivery, UInt64) -> Void)?
        var finished: [UInt64] = []
    }

    let deviceVerificationID: UUID
    private let chain: SigningChain
    private let state = Lock(State())

    init(deviceVerificationID: UUID = UUID()) throws {
        self.deviceVerificationID = deviceVerificationID
        chain = try SigningChain(startingAt: .now)
    }

    func makeDevice() throws -> InstalledDevice {
        InstalledDevice(
            connection: self,
            verifier: try .testing(environment: .xcode, bundleID: "com.example.app", trust: .root(chain.root.der)),
            offerKeys: OfferKeys(bundleID: "com.example.app", keys: [:]))
    }

    /// A transaction signed for a device, this one if no other is named.
    func transaction(
        id: UInt64, for deviceID: UUID? = nil, change: (inout TransactionPayload) -> Void = { _ in }
    ) throws -> SignedObject {
        let nonce = UUID()
        var payload = TransactionPayload()
        payload.transactionID = "\(id)"
        payload.originalTransactionID = "\(id)"
        payload.bundleID = "com.example.app"
        payload.productID = "coins"
        payload.type = .consumable
        payload.purchaseDate = Timestamp(.now)
        payload.originalPurchaseDate = payload.purchaseDate
        payload.signedDate = payload.purchaseDate
        payload.environment = .xcode
        payload.inAppOwnershipType = .purchased
        payload.deviceVerificationNonce = nonce.uuidString.lowercased()
        payload.deviceVerification = SigningChain.deviceVerification(
            nonce: nonce, deviceID: deviceID ?? deviceVerificationID
        ).base64EncodedString()
        change(&payload)
        let json = try JSONEncoder().encode(payload)
        return SignedObject(transactionID: id, signedDate: payload.signedDate) { [chain] in
            try chain.sign(payload: json)
        }
    }

    // MARK: Script

    func setUnfinished(_ transactions: [SignedObject], position: UInt64) {
        state.withLock { $0.unfinished = TransactionList(transactions: transactions, position: position) }
    }

    func whileAnswering(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.whileAnswering = action }
    }

    /// Cannot be reached for the next `count` questions.
    func fail(_ count: Int) {
        state.withLock { $0.failures = count }
    }

    func deliver(_ object: SignedObject, position: UInt64) {
        state.withLock { $0.receive }?(.transaction(object), position)
    }

    // MARK: AppStoreConnection

    func transactions(_ selection: TransactionSelection) async throws(AppStoreConnectionError) -> TransactionList {
        let (answer, action, fails) = state.withLock { state in
            defer { state.failures = max(0, state.failures - 1) }
            return (state.unfinished, state.whileAnswering, state.failures > 0)
        }
        if fails { throw .network(code: -1009) }
        action()
        return answer
    }

    func listen(_ receive: @escaping @Sendable (DeviceDelivery, UInt64) -> Void) -> DeliveryToken {
        state.withLock { $0.receive = receive }
        return DeliveryToken { [weak self] in self?.state.withLock { $0.receive = nil } }
    }

    func finish(transactionID: UInt64, signedDate: Timestamp?) async throws(AppStoreConnectionError) {
        state.withLock { $0.finished.append(transactionID) }
    }

    func products(for identifiers: Set<String>) async throws(AppStoreConnectionError) -> [StoreProduct] { [] }
    func purchase(_ request: PurchaseRequest) async throws(AppStoreConnectionError) -> PurchaseOutcome { .pending }
    func subscriptionStatuses(groupID: String) async throws(AppStoreConnectionError) -> [SubscriptionStatusMessage] {
        []
    }
    func subscribedGroupIDs() async throws(AppStoreConnectionError) -> [String] { [] }
    func isEligibleForIntroductoryOffer(groupID: String) async throws(AppStoreConnectionError) -> Bool { false }
    func appTransaction() async throws(AppStoreConnectionError) -> SignedObject { throw .network(code: -1009) }
    func storefront() async throws(AppStoreConnectionError) -> StorefrontMessage { throw .network(code: -1009) }
    func synchronize() async throws(AppStoreConnectionError) { throw .network(code: -1009) }
}
