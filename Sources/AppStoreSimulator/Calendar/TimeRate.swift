public import AppStoreData

/// How long the store's periods last: as the calendar says, or shortened so that a subscription's life can be watched.
///
/// The raw values are those of Apple's `SKTestSession.TimeRate`, which a `.storekit` file writes as `_timeRate`. A rate
/// shortens the periods and not the clock: the dates of the transactions are the shortened ones.
public enum TimeRate: Int, Hashable, Sendable, Codable, CaseIterable {
    case realTime = 0

    case oneHourIsOneDay = 1
    case thirtyMinutesIsOneDay = 2
    case fiveMinutesIsOneDay = 3
    case oneMinuteIsOneDay = 4
    case thirtySecondsIsOneDay = 5
    case oneSecondIsOneDay = 6

    case monthlyRenewalEveryHour = 10
    case monthlyRenewalEveryThirtyMinutes = 11
    case monthlyRenewalEveryFifteenMinutes = 12
    case monthlyRenewalEveryFiveMinutes = 13
    case monthlyRenewalEveryThirtySeconds = 15

    case oneRenewalEveryFifteenMinutes = 1000
    case oneRenewalEveryFiveMinutes = 1001
    case oneRenewalEveryMinute = 1002
    case oneRenewalEveryThirtySeconds = 1003
    case oneRenewalEveryTenSeconds = 1004
    case oneRenewalEveryTwoSeconds = 1005
}

extension TimeRate {
    /// When a period that begins at `start` ends.
    public func end(of period: SubscriptionPeriod, startingAt start: Timestamp) -> Timestamp {
        switch scale {
        case .calendar:
            return start.adding(period)
        case .everyPeriod(let length):
            return start.adding(milliseconds: length)
        case .day(let day):
            return start.adding(milliseconds: Int64(period.roughDays) * day)
        case .weekAndMonth(let week, let month):
            switch period.unit {
            case .day: return start.adding(milliseconds: Int64(period.value) * week / 7)
            case .week: return start.adding(milliseconds: Int64(period.value) * week)
            case .month: return start.adding(milliseconds: Int64(period.value) * month)
            case .year: return start.adding(milliseconds: Int64(period.value) * 12 * month)
            }
        }
    }

    /// How long the billing grace period of a subscription with this period lasts, in milliseconds.
    ///
    /// 6 days for periods of a week or less, 16 for longer ones; under a monthly rate 6/7 of the shortened week, to
    /// the second, or half the shortened month.
    public func graceLength(for period: SubscriptionPeriod) -> Int64 {
        let isWeekly = period.roughDays <= 7
        switch scale {
        case .calendar: return (isWeekly ? 6 : 16) * .millisecondsPerDay
        case .everyPeriod(let length): return length
        case .day(let day): return (isWeekly ? 6 : 16) * day
        case .weekAndMonth(let week, let month):
            guard isWeekly else { return month / 2 }
            let seconds = (Double(week) * 6 / 7 / Double(Int64.millisecondsPerSecond)).rounded()
            return Int64(seconds) * .millisecondsPerSecond
        }
    }

    /// How long the store tries to bill again after a failed renewal, in milliseconds: 60 days, or two shortened months.
    public var retryLength: Int64 {
        switch scale {
        case .calendar: 60 * .millisecondsPerDay
        case .everyPeriod(let length): 2 * length
        case .day(let day): 60 * day
        case .weekAndMonth(_, let month): 2 * month
        }
    }

    private enum Scale {
        case calendar
        /// Whatever the product says.
        case everyPeriod(Int64)
        case day(Int64)
        case weekAndMonth(Int64, Int64)
    }

    private var scale: Scale {
        let second = Int64.millisecondsPerSecond
        let minute = 60 * second
        switch self {
        case .realTime: return .calendar
        case .oneHourIsOneDay: return .day(60 * minute)
        case .thirtyMinutesIsOneDay: return .day(30 * minute)
        case .fiveMinutesIsOneDay: return .day(5 * minute)
        case .oneMinuteIsOneDay: return .day(minute)
        case .thirtySecondsIsOneDay: return .day(30 * second)
        case .oneSecondIsOneDay: return .day(second)
        case .monthlyRenewalEveryHour: return .weekAndMonth(15 * minute, 60 * minute)
        case .monthlyRenewalEveryThirtyMinutes: return .weekAndMonth(10 * minute, 30 * minute)
        case .monthlyRenewalEveryFifteenMinutes: return .weekAndMonth(5 * minute, 15 * minute)
        case .monthlyRenewalEveryFiveMinutes: return .weekAndMonth(3 * minute, 5 * minute)
        case .monthlyRenewalEveryThirtySeconds: return .weekAndMonth(10 * second, 30 * second)
        case .oneRenewalEveryFifteenMinutes: return .everyPeriod(15 * minute)
        case .oneRenewalEveryFiveMinutes: return .everyPeriod(5 * minute)
        case .oneRenewalEveryMinute: return .everyPeriod(minute)
        case .oneRenewalEveryThirtySeconds: return .everyPeriod(30 * second)
        case .oneRenewalEveryTenSeconds: return .everyPeriod(10 * second)
        case .oneRenewalEveryTwoSeconds: return .everyPeriod(2 * second)
        }
    }
}

extension SubscriptionPeriod {
    /// With months of 30 days and years of 365, as the rates that scale days count them.
    fileprivate var roughDays: Int {
        switch unit {
        case .day: value
        case .week: value * 7
        case .month: value * 30
        case .year: value * 365
        }
    }
}
