import AppStoreData
import AppStoreSimulator
import Foundation

/// A device's line to its store that tells what comes over it.
struct ObservedConnection: AppStoreConnection {
    let device: SimulatedDevice
    var received: @Sendable (DeviceDelivery) -> Void
    var willFinish: @Sendable (_ transactionID: UInt64) -> Void
    var didFinish: @Sendable (_ transactionID: UInt64) -> Void

    var deviceVerificationID: UUID { device.deviceVerificationID }

    func finish(transactionID: UInt64, signedDate: Timestamp?) async throws(AppStoreConnectionError) {
        willFinish(transactionID)
        try device.finish(transactionID: transactionID, signedDate: signedDate)
        didFinish(transactionID)
    }

    func listen(_ receive: @escaping @Sendable (DeviceDelivery, UInt64) -> Void) -> DeliveryToken {
        device.listen { delivery, position in
            received(delivery)
            receive(delivery, position)
        }
    }

    func products(for identifiers: Set<String>) async throws(AppStoreConnectionError) -> [StoreProduct] {
        try device.products(for: identifiers)
    }

    func purchase(_ request: PurchaseRequest) async throws(AppStoreConnectionError) -> PurchaseOutcome {
        try device.purchase(request)
    }

    func transactions(_ selection: TransactionSelection) async throws(AppStoreConnectionError) -> TransactionList {
        try device.transactions(selection)
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
