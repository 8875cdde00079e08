extension Product.SubscriptionPeriod.Unit: CustomDebugStringConvertible {
    public var debugDescription: String {
        switch self {
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        }
    }
}

extension Product.SubscriptionPeriod.Unit: Comparable {
    /// The shorter unit is the lesser.
    public static func < (lhs: Product.SubscriptionPeriod.Unit, rhs: Product.SubscriptionPeriod.Unit) -> Bool {
        lhs.rank < rhs.rank
    }

    private var rank: Int {
        switch self {
        case .day: 0
        case .week: 1
        case .month: 2
        case .year: 3
        }
    }
}

extension Product.SubscriptionPeriod.Unit {
    /// The unit's English name, with a capital.
    public var localizedDescription: String {
        debugDescription.capitalized
    }

    /// The unit in words, by a style of your choice.
    public func formatted<S>(
        _ format: S
    ) -> S.FormatOutput where S: Foundation.FormatStyle, S.FormatInput == Product.SubscriptionPeriod.Unit {
        format.format(self)
    }
}

extension Product.SubscriptionPeriod.Unit {
    /// Writes a unit as a word, such as "month".
    ///
    /// Foundation on Linux has no localized names of calendar units, so the word is English in every locale.
    public struct FormatStyle: Foundation.FormatStyle {
        public typealias FormatInput = Product.SubscriptionPeriod.Unit
        public typealias FormatOutput = String

        private let locale: Locale

        init(locale: Locale) {
            self.locale = locale
        }

        public func format(_ value: Product.SubscriptionPeriod.Unit) -> String {
            value.debugDescription
        }

        public func locale(_ locale: Locale) -> Product.SubscriptionPeriod.Unit.FormatStyle {
            FormatStyle(locale: locale)
        }
    }
}
