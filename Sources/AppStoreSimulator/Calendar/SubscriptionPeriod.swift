/// A length of time in the calendar, such as one month, as a product or an offer states it.
public struct SubscriptionPeriod: Hashable, Sendable, Codable {
    public enum Unit: String, Hashable, Sendable, Codable {
        case day, week, month, year
    }

    public var value: Int
    public var unit: Unit

    public init(value: Int, unit: Unit) {
        self.value = value
        self.unit = unit
    }
}
