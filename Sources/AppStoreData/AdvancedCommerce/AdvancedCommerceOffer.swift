/// A discount on an Advanced Commerce item.
public struct AdvancedCommerceOffer: Hashable, Sendable, Codable {
    /// ISO 8601 duration.
    public var period: String?
    public var periodCount: Int?
    /// In thousandths of the currency's unit.
    public var price: Int64?
    public var reason: AdvancedCommerceOfferReason?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case period
        case periodCount
        case price
        case reason
    }
}
