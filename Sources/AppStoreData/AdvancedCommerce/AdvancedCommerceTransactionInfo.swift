/// What a transaction says of an Advanced Commerce purchase.
public struct AdvancedCommerceTransactionInfo: Hashable, Sendable, Codable {
    public var descriptors: AdvancedCommerceDescriptors?
    /// In thousandths of the currency's unit.
    public var estimatedTax: Int64?
    public var items: [AdvancedCommerceTransactionItem]?
    /// ISO 8601 duration.
    public var period: String?
    public var requestReferenceID: String?
    public var taxCode: String?
    /// In thousandths of the currency's unit.
    public var taxExclusivePrice: Int64?
    /// A decimal number, such as `0.15`.
    public var taxRate: String?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case descriptors
        case estimatedTax
        case items
        case period
        case requestReferenceID = "requestReferenceId"
        case taxCode
        case taxExclusivePrice
        case taxRate
    }
}
