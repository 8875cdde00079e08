public import AppStoreData

/// Something that happened to one transaction, recorded once.
public struct LedgerEvent: Hashable, Sendable {
    /// The place in the order of recording, from 1 upwards. It never changes, so a reader can remember how far it got.
    public var sequence: Int64
    public var environment: AppStoreEnvironment
    public var transactionID: String
    public var productID: String
    public var kind: Kind
    /// The first, second, … of its kind for the transaction, from 1.
    public var ordinal: Int
    /// When the App Store signed the earliest version of the transaction that shows the event.
    public var signedDate: Timestamp
    /// The purchase date, the revocation date, or the new expiration date, by kind; nil for the other kinds.
    public var date: Timestamp?
    /// How it was taken back; nil for what is no revocation, or where the App Store does not say.
    public var revocationType: RevocationType?
    /// How much was taken back, in thousandths of a percent: 100000 is all. Nil like `revocationType`.
    public var revocationPercentage: Int?
    /// When the ledger recorded it, by the ledger's clock.
    public var recordedAt: Timestamp

    /// What happened.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The transaction exists: bought, renewed or shared.
        public static let purchase = Kind(rawValue: "purchase")
        /// Refunded, wholly or in part, or no longer shared by the family. Again when another part is taken back than
        /// before, mostly a greater one.
        public static let revocation = Kind(rawValue: "revocation")
        /// A revocation was taken back.
        public static let revocationReversal = Kind(rawValue: "revocationReversal")
        /// The subscription gave way to a higher level of service.
        public static let upgrade = Kind(rawValue: "upgrade")
        /// The App Store moved the end of the paid period.
        public static let expirationChange = Kind(rawValue: "expirationChange")
    }
}
