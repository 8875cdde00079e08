internal import AppStoreData

/// One purchase, renewal, restore or family-shared access of a product, as the App Store signed it.
///
/// A value never changes. When the store changes the transaction (a refund, an upgrade) it sends a new value with the
/// same ``id`` and a later ``signedDate`` through ``updates``.
public struct Transaction: Identifiable {
    public typealias ID = UInt64

    /// Unique for each purchase, renewal and restore.
    public let id: UInt64
    /// The ``id`` of the first transaction for this subscription or product.
    public let originalID: UInt64
    /// Identifies one paid period of a subscription across restores; nil for what is not a subscription.
    public let webOrderLineItemID: String?
    public let productID: String
    /// Nil for what is not an auto-renewable subscription.
    public let subscriptionGroupID: String?
    public let appBundleID: String
    /// When the customer was charged, or for a renewal when its period began.
    public let purchaseDate: Date
    public let originalPurchaseDate: Date
    /// When the subscription period ends or ended; nil for what does not expire.
    public let expirationDate: Date?
    public let purchasedQuantity: Int
    /// True when the customer has moved to another subscription of the group, which has its own transaction.
    public let isUpgraded: Bool
    /// The offer that this purchase or renewal was made with.
    public let offer: Transaction.Offer?
    /// When the purchase was refunded or withdrawn from family sharing; nil while it holds.
    public let revocationDate: Date?
    public let revocationReason: Transaction.RevocationReason?
    public let revocationType: Transaction.RevocationType?
    public let productType: Product.ProductType
    /// What the app passed to ``Product/PurchaseOption/appAccountToken(_:)``.
    public let appAccountToken: UUID?
    public let environment: AppStore.Environment
    public let reason: Transaction.Reason
    public let storefront: Storefront
    /// SHA-384 of the lower-case nonce followed by the lower-case ``AppStore/deviceVerificationID``.
    public let deviceVerification: Data
    public let deviceVerificationNonce: UUID
    public let ownershipType: Transaction.OwnershipType
    /// When the store signed this value.
    public let signedDate: Date
    public let billingPlanType: SubscriptionInfo.BillingPlanType?
    public let commitmentInfo: Transaction.CommitmentInfo?
    public let advancedCommerceInfo: Transaction.AdvancedCommerceInfo?

    let record: SignedRecord<TransactionPayload>
}

extension Transaction: Sendable {}

extension Transaction {
    /// The payload that was signed, as JSON.
    public var jsonRepresentation: Data {
        record.parts?.payload ?? Data()
    }

    /// The price of the purchase in ``currency``, as the store listed it.
    public var price: Decimal? {
        record.payload.price.map(Decimal.init(milliunits:))
    }

    public var currency: Locale.Currency? {
        record.payload.currency.map { Locale.Currency($0) }
    }

    /// Identifies the customer's download of the app; the same in all of their transactions.
    public var appTransactionID: String {
        record.payload.appTransactionID ?? ""
    }

    /// How much of the price was given back, from 0 to 100.
    public var revocationPercentage: Decimal? {
        record.payload.revocationPercentage.map { Decimal($0) / 1000 }
    }

    /// The state of the subscription that this transaction belongs to; nil for what is not one.
    public var subscriptionStatus: Product.SubscriptionInfo.Status? {
        get async {
            guard let subscriptionGroupID else { return nil }
            return try? await record.device.statuses(inGroup: subscriptionGroupID)
                .first { $0.transaction.unsafePayloadValue.originalID == originalID }
        }
    }

    /// Tells the store that the app has delivered what was bought.
    ///
    /// The transaction leaves ``unfinished`` and is not delivered again at the next launch. Finishing it once more
    /// changes nothing. When the store cannot be reached the transaction stays unfinished and comes again. It also stays
    /// unfinished while the store has a later value of it, such as its refund, until that is finished too.
    public func finish() async {
        record.device.note { .finishes(TransactionRevision(self), from: record.listener) }
        await record.device.finish(transactionID: id, signedDate: record.payload.signedDate)
    }
}

extension Transaction: Equatable {
    /// Two values are equal when the store signed the same payload.
    public static func == (lhs: Transaction, rhs: Transaction) -> Bool {
        lhs.id == rhs.id && lhs.record.signsTheSame(as: rhs.record)
    }
}

extension Transaction: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(signedDate)
    }
}

extension Transaction: CustomDebugStringConvertible {
    public var debugDescription: String {
        String(decoding: jsonRepresentation, as: UTF8.self)
    }
}
