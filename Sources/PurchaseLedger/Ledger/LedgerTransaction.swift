public import AppStoreData

/// What the latest signed version of a transaction says.
public struct LedgerTransaction: Hashable, Sendable {
    public var environment: AppStoreEnvironment
    public var id: String
    public var originalID: String?
    public var productID: String
    public var productType: ProductType
    public var quantity: Int
    public var appAccountToken: AppAccountToken?
    public var purchaseDate: Timestamp
    /// The configured price in thousandths of the currency's unit: 9990 is 9.99.
    public var price: Int64?
    /// ISO 4217.
    public var currency: String?
    public var signedDate: Timestamp
    public var expirationDate: Timestamp?
    public var revocationDate: Timestamp?
    /// Nil without a revocation, or where the App Store does not say.
    public var revocationType: RevocationType?
    /// How much is taken back, in thousandths of a percent: 100000 is all. Nil like `revocationType`.
    public var revocationPercentage: Int?
    public var isUpgraded: Bool

    /// How many of `quantity` a revocation takes back: the percentage of them, rounded down in the customer's favour,
    /// and all where no percentage is said. 0 without a revocation.
    public var revokedQuantity: Int {
        let (quotient, _) = TransactionHistory.Version.wholeShare
            .dividingFullWidth(quantity.multipliedFullWidth(by: version.revokedShare))
        return quotient
    }
}

extension LedgerTransaction {
    /// Reads a signed transaction, whoever signed it.
    init(unverifiedJWS jws: String) throws(LedgerError) {
        let payload: TransactionPayload
        do {
            payload = try TransactionPayload(unverifiedJWS: jws)
        } catch {
            throw .unreadableTransaction(reason: error.description)
        }
        try self.init(payload)
    }

    init(_ payload: TransactionPayload) throws(LedgerError) {
        environment = try Self.needed(payload.environment, "environment")
        id = try Self.needed(payload.transactionID, "transactionId")
        originalID = payload.originalTransactionID
        productID = try Self.needed(payload.productID, "productId")
        productType = try Self.needed(payload.type, "type")
        quantity = payload.quantity ?? 1
        appAccountToken = payload.appAccountToken
        purchaseDate = try Self.needed(payload.purchaseDate, "purchaseDate")
        price = payload.price
        currency = payload.currency
        signedDate = try Self.needed(payload.signedDate, "signedDate")
        expirationDate = payload.expiresDate
        revocationDate = payload.revocationDate
        revocationType = payload.revocationType
        revocationPercentage = payload.revocationPercentage
        isUpgraded = payload.isUpgraded ?? false
        guard quantity >= 1 else {
            throw .invalidAmount(productID: productID, amount: Int64(quantity))
        }
    }

    private static func needed<Value>(_ value: Value?, _ member: String) throws(LedgerError) -> Value {
        guard let value else { throw .unreadableTransaction(reason: "its payload has no member “\(member)”") }
        return value
    }

    var version: TransactionHistory.Version {
        TransactionHistory.Version(
            signedDate: signedDate, revocationDate: revocationDate, revocationType: revocationType,
            revocationPercentage: revocationPercentage, isUpgraded: isUpgraded, expirationDate: expirationDate)
    }

    /// Which of two versions counts: the later signed one, and of two that say the same the one that came later.
    func followed(by other: LedgerTransaction) -> LedgerTransaction {
        other.version < version ? self : other
    }

    /// The first thing that two versions of one transaction disagree on although it can never change.
    func contradiction(of other: LedgerTransaction) -> LedgerError? {
        let fields = [
            ("productId", productID, other.productID),
            ("type", productType.rawValue, other.productType.rawValue),
            ("quantity", "\(quantity)", "\(other.quantity)"),
        ]
        return fields.first { $0.1 != $0.2 }.map { field, mine, theirs in
            .contradiction(transactionID: id, field: field, recorded: mine, received: theirs)
        }
    }
}
