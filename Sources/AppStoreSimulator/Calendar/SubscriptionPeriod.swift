/// A length of time in the calendar, such as one month, as a product or an offer states it.
public struct SubscriptionPeriod: Hashable, Sendable {
    public enum Unit: String, Hashable, Sendable, Codable {
        case day, week, month, year
    }

    public let value: Int
    public let unit: Unit

    /// - Precondition: The period is of at least one unit, and not of more than a century.
    public init(value: Int, unit: Unit) {
        precondition((1...unit.longest).contains(value), "a subscription period cannot be \(value) \(unit)s")
        self.value = value
        self.unit = unit
    }
}

extension SubscriptionPeriod {
    /// Reads an ISO 8601 duration of one unit, such as `P1W` or `P6M`: the form that products and offers use.
    ///
    /// Nil for anything else, for zero, and for more than a century.
    public init?(iso8601 text: String) {
        var rest = text.utf8[...]
        guard rest.popFirst() == UInt8(ascii: "P"), let last = rest.popLast(), let unit = Unit(designator: last),
            (1...5).contains(rest.count)
        else { return nil }
        var value = 0
        for digit in rest {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        guard (1...unit.longest).contains(value) else { return nil }
        self.init(value: value, unit: unit)
    }

    /// As an ISO 8601 duration, such as `P1M`.
    public var iso8601: String {
        switch unit {
        case .day: "P\(value)D"
        case .week: "P\(value)W"
        case .month: "P\(value)M"
        case .year: "P\(value)Y"
        }
    }

    /// Two periods of equal length compare equal here even when written in different units: twelve months and a year.
    func isAsLong(as other: SubscriptionPeriod) -> Bool {
        length == other.length
    }

    private var length: Length {
        switch unit {
        case .day: .days(value)
        case .week: .days(value * 7)
        case .month: .months(value)
        case .year: .months(value * 12)
        }
    }

    private enum Length: Equatable {
        case days(Int), months(Int)
    }
}

extension SubscriptionPeriod: Codable {
    /// Reads and writes the ISO 8601 form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let period = SubscriptionPeriod(iso8601: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no subscription period")
        }
        self = period
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso8601)
    }
}

extension SubscriptionPeriod.Unit {
    fileprivate init?(designator: UInt8) {
        switch designator {
        case UInt8(ascii: "D"): self = .day
        case UInt8(ascii: "W"): self = .week
        case UInt8(ascii: "M"): self = .month
        case UInt8(ascii: "Y"): self = .year
        default: return nil
        }
    }

    /// How many make a century.
    fileprivate var longest: Int {
        switch self {
        case .day: 36_525
        case .week: 5_218
        case .month: 1_200
        case .year: 100
        }
    }
}
