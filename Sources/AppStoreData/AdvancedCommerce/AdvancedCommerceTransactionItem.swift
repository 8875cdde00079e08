/// One item of an Advanced Commerce transaction.
public struct AdvancedCommerceTransactionItem: Hashable, Sendable, Codable {
    public var sku: String?
    public var description: String?
    public var displayName: String?
    public var offer: AdvancedCommerceOffer?
    /// In thousandths of the currency's unit.
    public var price: Int64?
    public var refunds: [AdvancedCommerceRefund]?
    public var revocationDate: Timestamp?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case sku = "SKU"
        case description
        case displayName
        case offer
        case price
        case refunds
        case revocationDate
    }
}
