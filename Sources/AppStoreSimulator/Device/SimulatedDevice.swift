public import AppStoreData
public import Foundation

/// A device of an account in a ``SimulatedAppStore``, in this process.
///
/// Its calls do not suspend, so they can also be made from code that is not asynchronous.
public struct SimulatedDevice: AppStoreConnection {
    let store: SimulatedAppStore
    public let id: DeviceID
    public let deviceVerificationID: UUID

    init(store: SimulatedAppStore, id: DeviceID) {
        self.store = store
        self.id = id
        deviceVerificationID = store.verificationID(of: id)
    }

    public func products(for identifiers: Set<String>) throws(AppStoreConnectionError) -> [StoreProduct] {
        try ask { $0.products(for: identifiers) }
    }

    public func purchase(_ request: PurchaseRequest) throws(AppStoreConnectionError) -> PurchaseOutcome {
        let effects: [StoreEffect]
        do {
            effects = try store.perform(.purchase(request, on: id))
        } catch {
            throw AppStoreConnectionError(error)
        }
        for effect in effects {
            switch effect {
            case .purchased(let transaction): return .purchased(try signer.transaction(transaction))
            case .pending: return .pending
            default: continue
            }
        }
        throw .unknown(reason: "the store did not answer the purchase")
    }

    public func transactions(_ selection: TransactionSelection) throws(AppStoreConnectionError) -> TransactionList {
        do {
            let (records, position) = try store.readWithPosition {
                $0.transactions(selection, account: id.account)
            }
            let signer = try signer
            return TransactionList(transactions: records.map(signer.transaction), position: position)
        } catch let refusal as StoreRefusal {
            throw AppStoreConnectionError(refusal)
        } catch let error as AppStoreConnectionError {
            throw error
        } catch {
            throw .unknown(reason: "\(error)")
        }
    }

    public func finish(
        transactionID: UInt64, signedDate: Timestamp? = nil
    ) throws(AppStoreConnectionError) {
        do {
            try store.perform(.finish(transactionID: transactionID, signedDate: signedDate, account: id.account))
        } catch {
            throw AppStoreConnectionError(error)
        }
    }

    public func subscriptionStatuses(
        groupID: String
    ) throws(AppStoreConnectionError) -> [SubscriptionStatusMessage] {
        let records = try ask { $0.subscriptions(groupID: groupID, account: id.account) }
        let signer = try signer
        return records.map(signer.status)
    }

    public func subscribedGroupIDs() throws(AppStoreConnectionError) -> [String] {
        try ask { $0.subscribedGroupIDs(account: id.account) }
    }

    public func isEligibleForIntroductoryOffer(groupID: String) throws(AppStoreConnectionError) -> Bool {
        try ask { $0.isEligibleForIntroductoryOffer(groupID: groupID, account: id.account) }
    }

    public func appTransaction() throws(AppStoreConnectionError) -> SignedObject {
        if try !ask({ $0.knows(id) }) {
            do {
                try store.perform(.connect(id))
            } catch {
                throw AppStoreConnectionError(error)
            }
        }
        return try signer.appTransaction()
    }

    public func storefront() throws(AppStoreConnectionError) -> StorefrontMessage {
        try ask { $0.settings.storefront }
    }

    /// Has nothing to fetch: what the store knows is here at once.
    public func synchronize() throws(AppStoreConnectionError) {
        try ask { _ in }
    }

    public func listen(
        _ receive: @escaping @Sendable (_ delivery: DeviceDelivery, _ position: UInt64) -> Void
    ) -> DeliveryToken {
        store.listen(id, receive)
    }

    private var signer: DeviceSigner {
        get throws(AppStoreConnectionError) {
            try ask { $0.signer(id, store.signer) }
        }
    }

    private func ask<Answer>(_ question: (StoreMachine) -> Answer) throws(AppStoreConnectionError) -> Answer {
        do {
            return try store.read(question)
        } catch {
            throw AppStoreConnectionError(error)
        }
    }
}

extension AppStoreConnectionError {
    init(_ refusal: StoreRefusal) {
        switch refusal {
        case .noSuchProduct: self = .productUnavailable
        case .invalidQuantity: self = .invalidQuantity
        case .noSuchOffer: self = .invalidOfferIdentifier
        case .ineligibleForOffer: self = .ineligibleForOffer
        case .noSuchTransaction(let id): self = .noSuchTransaction(id)
        case .invalidPurchaseDate, .tooManyPeriods, .noSubscription, .invalidAction, .notSaved:
            self = .unknown(reason: refusal.description)
        }
    }
}
