internal import AppStoreData

/// What an app does with a device, and what happens to it there, for whoever watches.
package enum DeviceUse: Sendable {
    /// Something came from the store: a transaction with its revision, or a change of a subscription's state.
    case arrived(TransactionRevision, productID: String)
    case lapsed(groupID: String)
    /// A listener of `Transaction.updates` is there, which is told apart from others by its object.
    case listens(ObjectIdentifier)
    /// The listener asks for another transaction: it is done with the one before.
    case asksForNext(ObjectIdentifier)
    case stoppedListening(ObjectIdentifier)
    /// The app asked for transactions or for a status.
    case looked(Look)
    /// The app was given a transaction that it has to finish.
    case given(Sighting, by: Giver)
    /// The app finishes a value that this listener delivered; nil for a value that came another way.
    case finishes(TransactionRevision, from: ObjectIdentifier?)
    case durable(TransactionRevision, StoreKitDiagnostics.CallSite)
    case deferred(TransactionRevision)
    case granted(Sighting, StoreKitDiagnostics.CallSite)

    package enum Giver: Equatable, Sendable {
        case purchase
        case unfinished
        /// `Transaction.updates`, to this listener.
        case updates(ObjectIdentifier)
    }

    package enum Look: Sendable {
        /// Only what has not been finished.
        case unfinished
        /// What the customer has, whether it is new or not.
        case state
    }
}

/// One value of a transaction, as the store signed it at one time.
package struct TransactionRevision: Hashable, Sendable {
    package let id: UInt64
    package let signedDate: Date

    package init(id: UInt64, signedDate: Date) {
        self.id = id
        self.signedDate = signedDate
    }

    init(_ transaction: Transaction) {
        self.init(id: transaction.id, signedDate: transaction.signedDate)
    }
}

/// A transaction in the app's hands.
package struct Sighting: Hashable, Sendable {
    package let revision: TransactionRevision
    package let productID: String
    package let isVerified: Bool
    package let isUpgraded: Bool
    package let isRevoked: Bool
    package let expirationDate: Date?
    package let subscriptionGroupID: String?

    package init(
        revision: TransactionRevision, productID: String, isVerified: Bool = true, isUpgraded: Bool = false,
        isRevoked: Bool = false, expirationDate: Date? = nil, subscriptionGroupID: String? = nil
    ) {
        self.revision = revision
        self.productID = productID
        self.isVerified = isVerified
        self.isUpgraded = isUpgraded
        self.isRevoked = isRevoked
        self.expirationDate = expirationDate
        self.subscriptionGroupID = subscriptionGroupID
    }

    init(_ result: VerificationResult<Transaction>) {
        let transaction = result.unsafePayloadValue
        let isVerified = if case .verified = result { true } else { false }
        self.init(
            revision: TransactionRevision(transaction), productID: transaction.productID, isVerified: isVerified,
            isUpgraded: transaction.isUpgraded, isRevoked: transaction.revocationDate != nil,
            expirationDate: transaction.expirationDate, subscriptionGroupID: transaction.subscriptionGroupID)
    }
}
