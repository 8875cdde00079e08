import AppStoreData
import AppStoreSimulator
import Testing

@Suite struct TimeRateTests {
    /// Seconds of a week, one, two, three and six months, and a year; the grace of weekly and of other periods; retry.
    struct Row: Sendable, CustomTestStringConvertible {
        var rate: TimeRate
        var lengths: [Int64]
        var testDescription: String { "\(rate)" }
    }

    private static let minute: Int64 = 60
    private static let hour: Int64 = 3_600
    private static let day: Int64 = 86_400

    static let rows = [
        Row(
            rate: .monthlyRenewalEveryHour,
            lengths: [900, hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour, 771, 1_800, 2 * hour]),
        Row(
            rate: .monthlyRenewalEveryThirtyMinutes,
            lengths: [600, 1_800, hour, 5_400, 3 * hour, 6 * hour, 514, 900, hour]),
        Row(
            rate: .monthlyRenewalEveryFifteenMinutes,
            lengths: [300, 900, 1_800, 2_700, 5_400, 3 * hour, 257, 450, 1_800]),
        Row(rate: .monthlyRenewalEveryFiveMinutes, lengths: [180, 300, 600, 900, 1_800, hour, 154, 150, 600]),
        Row(rate: .monthlyRenewalEveryThirtySeconds, lengths: [10, 30, 60, 90, 180, 360, 9, 15, 60]),
        Row(rate: .oneRenewalEveryFifteenMinutes, lengths: .init(repeating: 900, count: 8) + [1_800]),
        Row(rate: .oneRenewalEveryFiveMinutes, lengths: .init(repeating: 300, count: 8) + [600]),
        Row(rate: .oneRenewalEveryMinute, lengths: .init(repeating: 60, count: 8) + [120]),
        Row(rate: .oneRenewalEveryThirtySeconds, lengths: .init(repeating: 30, count: 8) + [60]),
        Row(rate: .oneRenewalEveryTenSeconds, lengths: .init(repeating: 10, count: 8) + [20]),
        Row(rate: .oneRenewalEveryTwoSeconds, lengths: .init(repeating: 2, count: 8) + [4]),
        Row(rate: .oneHourIsOneDay, lengths: [7, 30, 60, 90, 180, 365, 6, 16, 60].map { $0 * hour }),
        Row(rate: .thirtyMinutesIsOneDay, lengths: [7, 30, 60, 90, 180, 365, 6, 16, 60].map { $0 * 1_800 }),
        Row(rate: .fiveMinutesIsOneDay, lengths: [7, 30, 60, 90, 180, 365, 6, 16, 60].map { $0 * 300 }),
        Row(rate: .oneMinuteIsOneDay, lengths: [7, 30, 60, 90, 180, 365, 6, 16, 60].map { $0 * minute }),
        Row(rate: .thirtySecondsIsOneDay, lengths: [7, 30, 60, 90, 180, 365, 6, 16, 60].map { $0 * 30 }),
        Row(rate: .oneSecondIsOneDay, lengths: [7, 30, 60, 90, 180, 365, 6, 16, 60]),
        // From 2026-01-31: 28, 59, 89, 181 and 365 days.
        Row(rate: .realTime, lengths: [7, 28, 59, 89, 181, 365, 6, 16, 60].map { $0 * day }),
    ]

    @Test(arguments: rows)
    func aRateLastsAsLongAsItSays(row: Row) {
        let periods: [SubscriptionPeriod] = [
            .init(value: 1, unit: .week), .init(value: 1, unit: .month), .init(value: 2, unit: .month),
            .init(value: 3, unit: .month), .init(value: 6, unit: .month), .init(value: 1, unit: .year),
        ]
        let begin = Timestamp(start)
        var lengths = periods.map { row.rate.end(of: $0, startingAt: begin).rawValue - begin.rawValue }
        lengths += [row.rate.graceLength(for: periods[0]), row.rate.graceLength(for: periods[1]), row.rate.retryLength]
        #expect(lengths == row.lengths.map { $0 * 1_000 })
    }

    @Test func everyRateIsInTheTable() {
        #expect(Set(Self.rows.map(\.rate)) == Set(TimeRate.allCases))
    }

    @Test func theRawValuesAreApples() {
        #expect(
            TimeRate.allCases.map(\.rawValue)
                == [0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 15, 1000, 1001, 1002, 1003, 1004, 1005])
    }

    @Test func anOfferOfThreeDaysIsThreeSeventhsOfTheShortenedWeek() {
        let end = TimeRate.monthlyRenewalEveryHour.end(
            of: SubscriptionPeriod(value: 3, unit: .day), startingAt: Timestamp(rawValue: 0))
        #expect(end.rawValue == 900_000 * 3 / 7)
    }
}
