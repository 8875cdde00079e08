/// A coming price increase of an Advanced Commerce item.
public struct AdvancedCommercePriceIncreaseInfo: Hashable, Sendable, Codable {
    public var dependentSKUs: [String]?
    /// In thousandths of the currency's unit.
    public var price: Int64?
    public var status: AdvancedCommercePriceIncreaseStatus?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case dependentSKUs
        case price
        case status
    }
}
