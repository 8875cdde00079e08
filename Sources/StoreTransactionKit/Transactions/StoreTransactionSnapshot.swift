public import Foundation
public import StoreKit

/// A verified transaction as StoreKit signed it: a value that can be stored, compared and sent anywhere.
///
/// A snapshot is made only from a transaction whose signature StoreKit has verified. It does not change when the
/// transaction does: a refund arrives as a new snapshot with the same ``id``.
public struct StoreTransactionSnapshot: Sendable, Hashable, Identifiable {
    /// `Transaction.id`.
    public let id: UInt64
    /// The first transaction of the purchase that this one continues. Equal to ``id`` for a first purchase.
    public let originalID: UInt64
    public let productID: String
    /// The group of an auto-renewable subscription, nil for every other product.
    public let subscriptionGroupID: String?
    public let productType: Product.ProductType
    public let environment: AppStore.Environment
    /// The offer that set the price, nil at full price.
    public let offer: Transaction.Offer?
    public let storefrontID: String
    /// ISO 3166-1 alpha-3.
    public let storefrontCountryCode: String
    /// In units of ``currency``, as StoreKit states it for the transaction.
    public let price: Decimal?
    public let currency: Locale.Currency?
    /// When this period or purchase began.
    public let purchaseDate: Date
    public let originalPurchaseDate: Date
    /// When the period ends. Nil for everything but auto-renewable subscriptions.
    public let expirationDate: Date?
    /// When the App Store took the purchase back, nil while it stands.
    public let revocationDate: Date?
    public let revocationReason: Transaction.RevocationReason?
    /// 1 for everything but consumables and non-renewing subscriptions bought several at once.
    public let purchasedQuantity: Int
    /// Whether a subscription of a higher level took the place of this one before its period ended.
    public let isUpgraded: Bool
    public let ownershipType: Transaction.OwnershipType
    public let reason: Transaction.Reason
    /// What the app passed to the purchase to tell its own accounts apart.
    public let appAccountToken: UUID?
    /// When the App Store signed this state of the transaction.
    public let signedDate: Date
    /// The signed transaction as a compact JWS, for a server that verifies it again.
    ///
    /// One state of a transaction can be signed more than once, so two texts may say the same:
    /// identify a transaction by ``environment`` and ``id``, never by this text.
    public let jwsRepresentation: String

    /// Which state of which transaction this is.
    let revision: Revision
}

extension StoreTransactionSnapshot {
    /// Reads a verified transaction. `jwsRepresentation` is the text whose signature was verified.
    init(_ transaction: Transaction, jwsRepresentation: String) {
        id = transaction.id
        originalID = transaction.originalID
        productID = transaction.productID
        subscriptionGroupID = transaction.subscriptionGroupID
        productType = transaction.productType
        environment = transaction.environment
        offer = transaction.offer
        storefrontID = transaction.storefront.id
        storefrontCountryCode = transaction.storefront.countryCode
        price = transaction.price
        currency = transaction.currency
        purchaseDate = transaction.purchaseDate
        originalPurchaseDate = transaction.originalPurchaseDate
        expirationDate = transaction.expirationDate
        revocationDate = transaction.revocationDate
        revocationReason = transaction.revocationReason
        purchasedQuantity = transaction.purchasedQuantity
        isUpgraded = transaction.isUpgraded
        ownershipType = transaction.ownershipType
        reason = transaction.reason
        appAccountToken = transaction.appAccountToken
        signedDate = transaction.signedDate
        self.jwsRepresentation = jwsRepresentation
        revision = Revision(
            transaction: TransactionKey(environment: transaction.environment.rawValue, id: transaction.id),
            payload: transaction.jsonRepresentation
        )
    }
}
