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

extension SubscriptionPeriod {
    /// Reads an ISO 8601 duration of one unit, such as `P1W` or `P6M`: the form that products and offers use.
    ///
    /// Nil for anything else, for zero, and for more than a century.
    public init?(iso8601 text: String) {
        var rest = text.utf8[...]
        guard rest.popFirst() == UInt8(ascii: "P"), let unit = rest.popLast(), (1...5).contains(rest.count) else {
            return nil
        }
        var value = 0
        for digit in rest {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        let longest: Int
        switch unit {
        case UInt8(ascii: "D"): (self.unit, longest) = (.day, 36_525)
        case UInt8(ascii: "W"): (self.unit, longest) = (.week, 5_218)
        case UInt8(ascii: "M"): (self.unit, longest) = (.month, 1_200)
        case UInt8(ascii: "Y"): (self.unit, longest) = (.year, 100)
        default: return nil
        }
        guard (1...longest).contains(value) else { return nil }
        self.value = value
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
