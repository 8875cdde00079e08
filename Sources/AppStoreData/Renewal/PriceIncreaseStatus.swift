/// Whether the customer has agreed to a price increase.
public struct PriceIncreaseStatus: RawRepresentable, Hashable, Sendable, Codable {
    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Asked, and has not answered.
    public static let pending = PriceIncreaseStatus(rawValue: 0)
    /// Agreed, or was informed where no agreement is needed.
    public static let agreed = PriceIncreaseStatus(rawValue: 1)
}
