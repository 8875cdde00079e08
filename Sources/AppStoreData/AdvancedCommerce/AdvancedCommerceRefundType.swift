/// How much of an Advanced Commerce item was refunded.
public struct AdvancedCommerceRefundType: RawRepresentable, Hashable, Sendable, Codable {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let full = AdvancedCommerceRefundType(rawValue: "FULL")
    public static let prorated = AdvancedCommerceRefundType(rawValue: "PRORATED")
    public static let custom = AdvancedCommerceRefundType(rawValue: "CUSTOM")
}
