internal import AppStoreData
package import AppStoreSimulator
package import SignedData

/// A simulated device on which the app of this process runs: the one object behind StoreKit's API.
///
/// It speaks to its App Store through an ``AppStoreConnection``, verifies whatever comes from there, and passes
/// deliveries on to everyone who listens.
package final class InstalledDevice: Sendable {
    /// The device that calls in the current task mean, whatever is installed.
    @TaskLocal package static var current: InstalledDevice?

    package let connection: any AppStoreConnection
    let verifier: SignedDataVerifier
    let offerKeys: OfferKeys

    /// Transactions with their position; what comes while nobody listens waits for the next listener.
    let transactionChanges = Broadcast<Positioned<SignedObject>>(keepsUnread: true)
    let statusChanges = Broadcast<SubscriptionStatusMessage>()
    let storefrontChanges = Broadcast<StorefrontMessage>()
    let messages = Broadcast<Message>(keepsUnread: true)
    let purchaseIntents = Broadcast<PurchaseIntentMessage>(keepsUnread: true)

    struct Positioned<Element: Sendable>: Sendable {
        let element: Element
        let position: UInt64
    }

    struct PurchaseIntentMessage: Sendable {
        let productID: String
        let offerID: String?
    }

    private struct State {
        var simulatedErrors = SimulatedErrors()
        var promotions = PromotionSettings()
        var token: DeliveryToken?
        var successor: InstalledDevice?
        var watch: (@Sendable (DeviceUse) -> Void)?
    }

    private let state = Lock(State())

    package init(connection: any AppStoreConnection, verifier: SignedDataVerifier, offerKeys: OfferKeys) {
        self.connection = connection
        self.verifier = verifier
        self.offerKeys = offerKeys
        let token = connection.listen { [weak self] in self?.receive($0, at: $1) }
        state.withLock { $0.token = token }
    }

    private func receive(_ delivery: DeviceDelivery, at position: UInt64) {
        switch delivery {
        case .transaction(let object):
            noteArrival(of: object)
            transactionChanges.send(Positioned(element: object, position: position))
        case .subscriptionStatus(let message):
            noteLapse(message)
            statusChanges.send(message)
        case .storefront(let message): storefrontChanges.send(message)
        case .message(let reason): messages.send(Message(reason: Message.Reason(name: reason)))
        case .purchaseIntent(let productID, let offerID):
            purchaseIntents.send(PurchaseIntentMessage(productID: productID, offerID: offerID))
        }
    }

    // MARK: Replacement

    /// The device that was installed in this one's place.
    var successor: InstalledDevice? {
        state.withLock { $0.successor }
    }

    /// This device, or the last of those that took its place.
    var newest: InstalledDevice {
        var device = self
        while let successor = device.successor { device = successor }
        return device
    }

    /// Ends every listener, or lets it go on with the successor. What comes from now on waits until the device is installed
    /// again.
    func retire(successor: InstalledDevice?) {
        state.withLock { $0.successor = successor }
        transactionChanges.end()
        statusChanges.end()
        storefrontChanges.end()
        messages.end()
        purchaseIntents.end()
    }

    /// Takes back ``retire(successor:)``. Listeners that went on with the successor stay there until it is retired itself.
    func reinstate() {
        state.withLock { $0.successor = nil }
        transactionChanges.reopen()
        statusChanges.reopen()
        storefrontChanges.reopen()
        messages.reopen()
        purchaseIntents.reopen()
    }

    /// Ends every listener without a successor, as the end of the app's process does. What comes from now on waits for the
    /// listeners of the next launch.
    package func endApp() {
        transactionChanges.endReaders()
        statusChanges.endReaders()
        storefrontChanges.endReaders()
        messages.endReaders()
        purchaseIntents.endReaders()
        beginLaunch()
    }

    // MARK: Settings

    /// The errors that calls fail with instead of reaching the store.
    package var simulatedErrors: SimulatedErrors {
        get { state.withLock { $0.simulatedErrors } }
        set { state.withLock { $0.simulatedErrors = newValue } }
    }

    /// Is told what the app does with the device, in the task that does it.
    package var watch: (@Sendable (DeviceUse) -> Void)? {
        get { state.withLock { $0.watch } }
        set { state.withLock { $0.watch = newValue } }
    }

    func withPromotions<Result>(_ body: (inout PromotionSettings) -> Result) -> Result {
        state.withLock { body(&$0.promotions) }
    }

    /// Takes back changes that wait for a first listener, of transactions that the store has deleted: one, or all.
    package func forgetWaitingChanges(ofTransaction id: UInt64? = nil) {
        transactionChanges.discardWaiting { id == nil || $0.element.transactionID == id }
    }
}
