public import AppStoreData
public import Foundation

/// One revision of a transaction, as the store holds it.
///
/// Everything a signed payload says is in it or follows from it, so that signing it twice gives the same payload.
public struct TransactionRecord: Hashable, Sendable, Codable {
    /// Counted from 0, never used twice in a store.
    public let id: UInt64
    /// The first transaction of the subscription; the transaction itself for everything else.
    public let originalID: UInt64
    /// The account that has it.
    public let account: String
    public let productID: String
    public let type: ProductType
    /// Auto-renewable subscriptions only.
    public let groupID: String?
    public let ownership: OwnershipType
    public let reason: TransactionReason
    public let purchaseDate: Timestamp
    public let originalPurchaseDate: Timestamp
    public internal(set) var expirationDate: Timestamp?
    public let quantity: Int
    public let appAccountToken: UUID?
    /// The offer that this purchase or period was made with.
    public let offer: AppliedOffer?
    /// For one piece, in thousandths of the currency's unit.
    public let price: Int64
    public let storefront: StorefrontMessage

    /// An upgrade, or a change to another product at once, has replaced it.
    public internal(set) var isUpgraded = false
    public internal(set) var revocation: Revocation?
    public internal(set) var isFinished = false
    /// When this revision was made. Each is later than the one before, if only by a millisecond.
    public internal(set) var signedDate: Timestamp

    /// The transaction of the family member that bought what this one shares.
    let sharedFrom: UInt64?
    /// The transactions of family members that this one is shared with.
    var copies: [UInt64] = []
    /// The place of the subscription in the machine's list.
    let subscription: Int?

    /// An offer, as a transaction or a renewal has it.
    public struct AppliedOffer: Hashable, Sendable, Codable {
        public var type: OfferType
        /// Nil for an introductory offer; an offer code's is its reference name.
        public var id: String?
        public var paymentMode: OfferDiscountType
        public var period: SubscriptionPeriod
    }

    public struct Revocation: Hashable, Sendable, Codable {
        public var date: Timestamp
        public var reason: RevocationReason
        public var type: RevocationType
    }
}

extension TransactionRecord {
    /// Makes what has been changed a revision of its own.
    mutating func revise(at now: Timestamp) {
        signedDate = max(now, signedDate.adding(milliseconds: 1))
    }
}
