public import AppStoreData
public import Foundation

/// One device's line to its App Store.
///
/// The `StoreKit` module speaks to the store through this and nothing else, so it does not know
/// whether the store lives in this process or in another one.
///
/// Everything a call changed is visible to every later call when it returns.
public protocol AppStoreConnection: Sendable {
    /// The identifier that device verification values are computed with.
    var deviceVerificationID: UUID { get }

    /// The products with these identifiers, in the order of the store's catalogue. Unknown identifiers are left out.
    func products(for identifiers: Set<String>) async throws(AppStoreConnectionError) -> [StoreProduct]

    func purchase(_ request: PurchaseRequest) async throws(AppStoreConnectionError) -> PurchaseOutcome

    /// The transactions of the device's account at this moment.
    func transactions(_ selection: TransactionSelection) async throws(AppStoreConnectionError) -> TransactionList

    /// Takes a transaction off the list of unfinished ones. Finishing it again changes nothing.
    ///
    /// - Parameters:
    ///   - transactionID: one of the account's transactions.
    ///   - signedDate: when the revision was signed that the app has dealt with. If the store has a later one, such as a
    ///     refund, the transaction stays unfinished, because the app may not have seen that yet. Nil is any revision.
    func finish(transactionID: UInt64, signedDate: Timestamp?) async throws(AppStoreConnectionError)

    /// One status for each subscription that the account owns or shares in the group; empty if it never subscribed.
    func subscriptionStatuses(groupID: String) async throws(AppStoreConnectionError) -> [SubscriptionStatusMessage]

    /// The groups that the account has or had a subscription in.
    func subscribedGroupIDs() async throws(AppStoreConnectionError) -> [String]

    func isEligibleForIntroductoryOffer(groupID: String) async throws(AppStoreConnectionError) -> Bool

    func appTransaction() async throws(AppStoreConnectionError) -> SignedObject

    func storefront() async throws(AppStoreConnectionError) -> StorefrontMessage

    /// What `AppStore.sync()` does.
    func synchronize() async throws(AppStoreConnectionError)

    /// Hands `receive` every delivery from now on, one at a time and in the order of its position, until the returned
    /// token is cancelled or goes away. `receive` is called outside the store's lock and may call the store.
    ///
    /// Positions only grow. With ``TransactionList/position`` a reader knows which deliveries a list that it asked for
    /// already contains.
    func listen(_ receive: @escaping @Sendable (_ delivery: DeviceDelivery, _ position: UInt64) -> Void)
        -> DeliveryToken
}

/// Ends the deliveries of one `listen` when it is cancelled or goes away.
public final class DeliveryToken: Sendable {
    private let onCancel: @Sendable () -> Void

    public init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    public func cancel() {
        onCancel()
    }

    deinit {
        onCancel()
    }
}

/// A payload that the store has issued, signed when it is first read: a JWS costs kilobytes, the record behind it does not.
///
/// The payload is fixed when the object is made; each call to `jws()` signs that same payload.
public struct SignedObject: Sendable {
    /// The transaction that the payload is, or the original transaction of a renewal info; nil for an app transaction.
    public let transactionID: UInt64?
    /// When the payload was issued, as it says itself; nil if whoever made the object did not say.
    public let signedDate: Timestamp?

    private let sign: @Sendable () throws -> String

    public init(
        transactionID: UInt64?, signedDate: Timestamp? = nil, sign: @escaping @Sendable () throws -> String
    ) {
        self.transactionID = transactionID
        self.signedDate = signedDate
        self.sign = sign
    }

    /// The compact JWS.
    public func jws() throws -> String {
        try sign()
    }
}

/// Transactions as they were at one moment.
public struct TransactionList: Sendable {
    public var transactions: [SignedObject]
    /// The position of the last delivery that was made, or decided on, before that moment; 0 before the first.
    public var position: UInt64

    public init(transactions: [SignedObject], position: UInt64) {
        self.transactions = transactions
        self.position = position
    }
}

/// Which of an account's transactions are asked for.
public enum TransactionSelection: Hashable, Sendable, Codable {
    /// All, newest first, for one product or every product.
    case all(productID: String?)
    /// Not yet finished, oldest first.
    case unfinished
    case currentEntitlements(productID: String?)
    /// At most one: the most recent of a product.
    case latest(productID: String)
}

/// What a device asks for when it buys.
public struct PurchaseRequest: Hashable, Sendable, Codable {
    public var productID: String
    /// From 1 to 10; more than 1 only for consumables and non-renewing subscriptions.
    public var quantity: Int
    public var appAccountToken: UUID?
    public var offer: Offer?
    /// The purchase is dated here instead of now; never in the future.
    public var purchaseDate: Timestamp?
    /// With a `purchaseDate` in the past: whether the subscription has renewed until now or was cancelled at once.
    public var renewsUntilNow: Bool
    /// False when the purchase is made outside the app: it then arrives as a delivery on this device too.
    public var isMadeInApp: Bool
    /// `false` when a signed introductory-offer eligibility refuses the offer, `true` when it grants it.
    public var introductoryOfferEligibility: Bool?

    public enum Offer: Hashable, Sendable, Codable {
        /// The signature has been checked by whoever sends this.
        case promotional(offerID: String)
        case winBack(offerID: String)
        case code(referenceName: String)
    }

    public init(
        productID: String, quantity: Int = 1, appAccountToken: UUID? = nil, offer: Offer? = nil,
        purchaseDate: Timestamp? = nil, renewsUntilNow: Bool = true, isMadeInApp: Bool = true,
        introductoryOfferEligibility: Bool? = nil
    ) {
        self.productID = productID
        self.quantity = quantity
        self.appAccountToken = appAccountToken
        self.offer = offer
        self.purchaseDate = purchaseDate
        self.renewsUntilNow = renewsUntilNow
        self.isMadeInApp = isMadeInApp
        self.introductoryOfferEligibility = introductoryOfferEligibility
    }
}

public enum PurchaseOutcome: Sendable {
    case purchased(SignedObject)
    /// Waits for an approval or for the customer to resolve an issue.
    case pending
}

/// One subscription's state with its latest transaction and its renewal information.
public struct SubscriptionStatusMessage: Sendable {
    public var groupID: String
    public var state: SubscriptionStatus
    public var transaction: SignedObject
    public var renewalInfo: SignedObject

    public init(groupID: String, state: SubscriptionStatus, transaction: SignedObject, renewalInfo: SignedObject) {
        self.groupID = groupID
        self.state = state
        self.transaction = transaction
        self.renewalInfo = renewalInfo
    }
}

public struct StorefrontMessage: Hashable, Sendable, Codable {
    /// Apple's numeric identifier, "143441" for the United States.
    public var id: String
    /// ISO 3166-1 alpha-3.
    public var countryCode: String
    /// ISO 4217.
    public var currencyCode: String

    public init(id: String, countryCode: String, currencyCode: String) {
        self.id = id
        self.countryCode = countryCode
        self.currencyCode = currencyCode
    }
}

/// What the store sends a device without being asked.
public enum DeviceDelivery: Sendable {
    /// A transaction was created or changed outside a purchase call of this device.
    case transaction(SignedObject)
    case subscriptionStatus(SubscriptionStatusMessage)
    case storefront(StorefrontMessage)
    /// A purchase that began in the App Store and waits for the app to complete it.
    case purchaseIntent(productID: String, offerID: String?)
    /// The store has something to tell the customer, named as in `Message.Reason`.
    case message(reason: String)
}

/// Why the store did not do what a device asked for.
public enum AppStoreConnectionError: Error, Hashable, Sendable, Codable {
    case invalidQuantity
    case productUnavailable
    case purchaseNotAllowed
    case ineligibleForOffer
    case invalidOfferIdentifier
    case invalidOfferPrice
    case invalidOfferSignature
    case missingOfferParameters
    case noSuchTransaction(UInt64)
    /// The store could not be reached; the code is `URLError.Code`'s.
    case network(code: Int)
    case unknown(reason: String)
}
