import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct SubscriptionPeriodTests {
    @Test(arguments: [
        ("P3D", 3, SubscriptionPeriod.Unit.day), ("P1W", 1, .week), ("P1M", 1, .month), ("P6M", 6, .month),
        ("P1Y", 1, .year), ("P12M", 12, .month),
    ])
    func aPeriodIsReadAndWritten(text: String, value: Int, unit: SubscriptionPeriod.Unit) throws {
        let period = try #require(SubscriptionPeriod(iso8601: text))
        #expect(period == SubscriptionPeriod(value: value, unit: unit))
        #expect(period.iso8601 == text)
    }

    @Test(arguments: [
        "", "P", "1M", "PM", "P1", "P0M", "P-1M", "P1.5M", "PT1H", "P1M2D", "p1m", "P 1M", "P1M ", "P101Y", "P999999M",
        "P٣M",
    ])
    func anythingElseIsNoPeriod(text: String) {
        #expect(SubscriptionPeriod(iso8601: text) == nil)
    }

    @Test func aPeriodIsEncodedInItsIsoForm() throws {
        let period = SubscriptionPeriod(value: 2, unit: .week)
        let json = try JSONEncoder().encode([period])
        #expect(String(decoding: json, as: UTF8.self) == #"["P2W"]"#)
        #expect(try JSONDecoder().decode([SubscriptionPeriod].self, from: json) == [period])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([SubscriptionPeriod].self, from: Data(#"["P0W"]"#.utf8))
        }
    }

    @Test func aPeriodOfNothingIsAProgrammersError() async {
        await #expect(processExitsWith: .failure) {
            _ = SubscriptionPeriod(value: 0, unit: .month)
        }
    }

    /// Milliseconds since 1970 from Foundation's calendar, in UTC.
    @Test(arguments: [
        // 2026-01-31 12:00 + 1 month = 2026-02-28 12:00
        (1_769_860_800_000, SubscriptionPeriod(value: 1, unit: .month), 1_772_280_000_000),
        // 2028-01-31 + 1 month = 2028-02-29
        (1_832_889_600_000, SubscriptionPeriod(value: 1, unit: .month), 1_835_395_200_000),
        // 2024-02-29 + 1 year = 2025-02-28
        (1_709_208_000_000, SubscriptionPeriod(value: 1, unit: .year), 1_740_744_000_000),
        // 2026-11-30 + 3 months = 2027-02-28
        (1_796_040_000_000, SubscriptionPeriod(value: 3, unit: .month), 1_803_816_000_000),
        (1_769_860_800_000, SubscriptionPeriod(value: 2, unit: .week), 1_771_070_400_000),
        (1_769_860_800_000, SubscriptionPeriod(value: 3, unit: .day), 1_770_120_000_000),
        // Before 1970: 1969-12-31 12:00 + 2 months = 1970-02-28 12:00
        (-43_200_000, SubscriptionPeriod(value: 2, unit: .month), 5_054_400_000),
    ])
    func aPeriodEndsWhereTheCalendarSays(start: Int64, period: SubscriptionPeriod, end: Int64) {
        let reached = TimeRate.realTime.end(of: period, startingAt: Timestamp(rawValue: start))
        #expect(reached.rawValue == end)
    }
}
