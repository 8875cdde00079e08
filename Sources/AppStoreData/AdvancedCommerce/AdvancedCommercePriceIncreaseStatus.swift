/// How far an Advanced Commerce item's price increase has come.
public struct AdvancedCommercePriceIncreaseStatus: RawRepresentable, Hashable, Sendable, Codable {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let scheduled = AdvancedCommercePriceIncreaseStatus(rawValue: "SCHEDULED")
    public static let pending = AdvancedCommercePriceIncreaseStatus(rawValue: "PENDING")
    public static let accepted = AdvancedCommercePriceIncreaseStatus(rawValue: "ACCEPTED")
}
