/// One refund of an Advanced Commerce item.
public struct AdvancedCommerceRefund: Hashable, Sendable, Codable {
    /// In thousandths of the currency's unit.
    public var refundAmount: Int64?
    public var refundDate: Timestamp?
    public var refundReason: AdvancedCommerceRefundReason?
    public var refundType: AdvancedCommerceRefundType?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case refundAmount
        case refundDate
        case refundReason
        case refundType
    }
}
