internal import AppStoreSimulator

extension Product {
    /// A length of time in the calendar, such as three months.
    public struct SubscriptionPeriod: Equatable, Hashable {
        @nonexhaustive
        public enum Unit: Equatable, Hashable {
            case day
            case week
            case month
            case year
        }

        public let unit: Product.SubscriptionPeriod.Unit
        /// How many units.
        public let value: Int
    }
}

extension Product.SubscriptionPeriod: Sendable {}
extension Product.SubscriptionPeriod.Unit: Sendable {}

extension Product.SubscriptionPeriod {
    public static var weekly: Product.SubscriptionPeriod { Self(unit: .week, value: 1) }
    public static var monthly: Product.SubscriptionPeriod { Self(unit: .month, value: 1) }
    public static var yearly: Product.SubscriptionPeriod { Self(unit: .year, value: 1) }
    public static var everyThreeDays: Product.SubscriptionPeriod { Self(unit: .day, value: 3) }
    public static var everyTwoWeeks: Product.SubscriptionPeriod { Self(unit: .week, value: 2) }
    public static var everyTwoMonths: Product.SubscriptionPeriod { Self(unit: .month, value: 2) }
    public static var everyThreeMonths: Product.SubscriptionPeriod { Self(unit: .month, value: 3) }
    public static var everySixMonths: Product.SubscriptionPeriod { Self(unit: .month, value: 6) }
}

extension Product.SubscriptionPeriod {
    /// The period that begins at a date, in the Gregorian calendar and universal time, as the store counts.
    public func dateRange(referenceDate: Date = .now) -> Range<Date> {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let end = calendar.date(byAdding: DateComponents(subscriptionPeriod: self), to: referenceDate)
        return referenceDate..<max(end ?? referenceDate, referenceDate)
    }

    /// The period in words, by a style of your choice for date ranges.
    public func formatted<S>(
        _ format: S, referenceDate: Date = .now
    ) -> S.FormatOutput where S: FormatStyle, S.FormatInput == Range<Date> {
        format.format(dateRange(referenceDate: referenceDate))
    }

    /// The period in words, by a style of your choice for durations.
    public func formatted<S>(
        _ format: S, referenceDate: Date = .now
    ) -> S.FormatOutput where S: FormatStyle, S.FormatInput == Duration {
        let range = dateRange(referenceDate: referenceDate)
        return format.format(.seconds(range.upperBound.timeIntervalSince(range.lowerBound)))
    }
}

extension Product.SubscriptionPeriod: CustomDebugStringConvertible {
    public var debugDescription: String {
        "\(value) \(unit.debugDescription)\(value == 1 ? "" : "s")"
    }
}

extension DateComponents {
    /// The components to add to a date to reach the period's end.
    public init(subscriptionPeriod period: Product.SubscriptionPeriod) {
        self.init()
        switch period.unit {
        case .day: day = period.value
        case .week: day = 7 * period.value
        case .month: month = period.value
        case .year: year = period.value
        }
    }
}

extension Product.SubscriptionPeriod {
    init(_ period: AppStoreSimulator.SubscriptionPeriod) {
        value = period.value
        unit =
            switch period.unit {
            case .day: .day
            case .week: .week
            case .month: .month
            case .year: .year
            }
    }

    /// Reads an ISO 8601 duration of one unit, such as `P1M`. Nil for anything else.
    init?(isoDuration text: String) {
        guard text.first == "P", let designator = text.last,
            let value = Int(text.dropFirst().dropLast()), value > 0
        else { return nil }
        self.value = value
        switch designator {
        case "D": unit = .day
        case "W": unit = .week
        case "M": unit = .month
        case "Y": unit = .year
        default: return nil
        }
    }
}
