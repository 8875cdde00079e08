package import AppStoreData
package import AppStoreSimulator

/// A device's line to its App Store, with the device's own ways in between.
///
/// The store is the same for every device; what differs between Apple's systems is what a device makes of it, so all of
/// it is here.
package final class BehavingConnection: AppStoreConnection {
    private typealias Receiver = @Sendable (DeviceDelivery, UInt64) -> Void

    private struct State {
        var behaviour: StoreKitBehaviour
        /// Purchases that the lists do not show yet, and until when.
        var hidden: [UInt64: Timestamp] = [:]
        var hasDeliveredUnfinished = false
        var receivers: [Int: Receiver] = [:]
        var nextReceiver = 0
    }

    private let store: any AppStoreConnection
    private let now: @Sendable () -> Timestamp
    private let state: Lock<State>

    /// How long ``StoreKitBehaviour/listsPurchasesLate`` hides a purchase, in milliseconds.
    private static let lag: Int64 = 1000

    /// - Parameter now: the store's time.
    package init(
        _ store: any AppStoreConnection, behaviour: StoreKitBehaviour = [], now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.now = now
        state = Lock(State(behaviour: behaviour))
    }

    package var behaviour: StoreKitBehaviour {
        get { state.withLock { $0.behaviour } }
        set { state.withLock { $0.behaviour = newValue } }
    }

    // MARK: Purchases

    package func purchase(_ request: PurchaseRequest) async throws(AppStoreConnectionError) -> PurchaseOutcome {
        if let held = try await transactionInstead(of: request) { return .purchased(held) }
        let outcome = try await store.purchase(request)
        if case .purchased(let object) = outcome {
            hide(object)
            if behaviour.contains(.announcesOwnPurchases) { try await announce(object) }
        }
        return outcome
    }

    /// The transaction that this device hands out without buying anything.
    private func transactionInstead(
        of request: PurchaseRequest
    ) async throws(AppStoreConnectionError) -> SignedObject? {
        let relevant: StoreKitBehaviour = [.handsBackLapsedSubscription, .repeatsUnfinishedConsumable]
        guard !behaviour.isDisjoint(with: relevant), request.offer == nil,
            let product = try await store.products(for: [request.productID]).first
        else { return nil }
        if product.type == .consumable, behaviour.contains(.repeatsUnfinishedConsumable) {
            return try await store.transactions(.unfinished).transactions.first {
                $0.transactionPayload?.productID == request.productID
            }
        }
        if let subscription = product.subscription, behaviour.contains(.handsBackLapsedSubscription) {
            return try await store.subscriptionStatuses(groupID: subscription.groupID).first {
                $0.state == .expired && $0.transaction.transactionPayload?.productID == request.productID
            }?.transaction
        }
        return nil
    }

    private func announce(_ object: SignedObject) async throws(AppStoreConnectionError) {
        // A listener whose list of unfinished transactions has the purchase does not take it twice.
        let position = try await store.transactions(.unfinished).position
        let receivers = state.withLock { Array($0.receivers.values) }
        for receive in receivers { receive(.transaction(object), position) }
    }

    private func hide(_ object: SignedObject) {
        guard behaviour.contains(.listsPurchasesLate), let id = object.transactionID else { return }
        let until = Timestamp(rawValue: now().rawValue + Self.lag)
        state.withLock { $0.hidden[id] = until }
    }

    private func isHidden(_ object: SignedObject) -> Bool {
        guard let id = object.transactionID, state.withLock({ !$0.hidden.isEmpty }) else { return false }
        let now = now()
        return state.withLock { state in
            guard let until = state.hidden[id] else { return false }
            if until <= now { state.hidden[id] = nil }
            return now < until
        }
    }

    // MARK: Lists

    package func transactions(
        _ selection: TransactionSelection
    ) async throws(AppStoreConnectionError) -> TransactionList {
        var list = try await store.transactions(selection)
        if case .currentEntitlements(let productID) = selection {
            list.transactions += try await moreEntitlements(productID: productID)
        }
        list.transactions.removeAll(where: isHidden)
        return list
    }

    /// What a new listener begins with.
    package func unfinishedForNewListener() async throws(AppStoreConnectionError) -> TransactionList {
        var list = try await store.transactions(.unfinished)
        let isFirst = state.withLock { state in
            defer { state.hasDeliveredUnfinished = true }
            return !state.hasDeliveredUnfinished
        }
        if !isFirst, behaviour.contains(.deliversUnfinishedOnce) { list.transactions = [] }
        return list
    }

    /// The next listener is the first.
    func beginLaunch() {
        state.withLock { $0.hasDeliveredUnfinished = false }
    }

    private func moreEntitlements(productID: String?) async throws(AppStoreConnectionError) -> [SignedObject] {
        let behaviour = behaviour
        var more: [SignedObject] = []
        if behaviour.contains(.entitlesDuringBillingRetry) {
            for groupID in try await store.subscribedGroupIDs() {
                more += try await store.subscriptionStatuses(groupID: groupID)
                    .filter { $0.state == .inBillingRetryPeriod }.map(\.transaction)
            }
        }
        if behaviour.contains(.entitlesUpgraded) {
            let now = now()
            more += try await store.transactions(.all(productID: productID)).transactions.filter { object in
                guard let payload = object.transactionPayload, payload.isUpgraded == true else { return false }
                return payload.revocationDate == nil && payload.expiresDate.map { $0 > now } ?? false
            }
        }
        guard let productID else { return more }
        return more.filter { $0.transactionPayload?.productID == productID }
    }

    package func subscriptionStatuses(
        groupID: String
    ) async throws(AppStoreConnectionError) -> [SubscriptionStatusMessage] {
        try await store.subscriptionStatuses(groupID: groupID).filter { !isHidden($0.transaction) }
    }

    // MARK: Deliveries

    package func listen(
        _ receive: @escaping @Sendable (DeviceDelivery, UInt64) -> Void
    ) -> DeliveryToken {
        let id = state.withLock { state in
            state.nextReceiver += 1
            state.receivers[state.nextReceiver] = receive
            return state.nextReceiver
        }
        let token = store.listen(receive)
        return DeliveryToken { [weak self] in
            self?.state.withLock { $0.receivers[id] = nil }
            token.cancel()
        }
    }

    // MARK: What every device does alike

    package var deviceVerificationID: UUID { store.deviceVerificationID }

    package func products(for identifiers: Set<String>) async throws(AppStoreConnectionError) -> [StoreProduct] {
        try await store.products(for: identifiers)
    }

    package func finish(
        transactionID: UInt64, signedDate: Timestamp?
    ) async throws(AppStoreConnectionError) {
        try await store.finish(transactionID: transactionID, signedDate: signedDate)
    }

    package func subscribedGroupIDs() async throws(AppStoreConnectionError) -> [String] {
        try await store.subscribedGroupIDs()
    }

    package func isEligibleForIntroductoryOffer(groupID: String) async throws(AppStoreConnectionError) -> Bool {
        try await store.isEligibleForIntroductoryOffer(groupID: groupID)
    }

    package func appTransaction() async throws(AppStoreConnectionError) -> SignedObject {
        try await store.appTransaction()
    }

    package func storefront() async throws(AppStoreConnectionError) -> StorefrontMessage {
        try await store.storefront()
    }

    package func synchronize() async throws(AppStoreConnectionError) {
        try await store.synchronize()
    }
}

extension SignedObject {
    /// What the store says of the transaction, read without checking its signature.
    fileprivate var transactionPayload: TransactionPayload? {
        guard let jws = try? jws() else { return nil }
        return try? TransactionPayload(unverifiedJWS: jws)
    }
}
