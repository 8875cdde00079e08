import Foundation
import Testing

@testable import StoreKit

@Suite struct SubscriptionPeriodTests {
    private func date(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    @Test func aMonthEndsInTheCalendar() throws {
        let range = Product.SubscriptionPeriod.monthly.dateRange(referenceDate: try date("2026-01-31T12:00:00Z"))
        #expect(range.upperBound == (try date("2026-02-28T12:00:00Z")))
    }

    @Test func twoWeeksAreFourteenDays() throws {
        let start = try date("2026-03-01T00:00:00Z")
        let range = Product.SubscriptionPeriod.everyTwoWeeks.dateRange(referenceDate: start)
        #expect(range.upperBound.timeIntervalSince(start) == 14 * 86_400)
    }

    @Test func aDurationStyleWritesThePeriod() throws {
        let start = try date("2026-04-01T00:00:00Z")
        let style = Duration.UnitsFormatStyle.units(allowed: [.days], width: .wide).locale(Locale(identifier: "en_US"))
        #expect(Product.SubscriptionPeriod.monthly.formatted(style, referenceDate: start) == "30 days")
    }

    @Test(arguments: [
        ("P3D", Product.SubscriptionPeriod.everyThreeDays), ("P2W", .everyTwoWeeks), ("P6M", .everySixMonths),
        ("P1Y", .yearly),
    ])
    func isoDurationsAreRead(text: String, period: Product.SubscriptionPeriod) {
        #expect(Product.SubscriptionPeriod(isoDuration: text) == period)
    }

    @Test(arguments: ["", "P", "PM", "P0M", "P-1M", "1M", "PT1M", "P1H", "P1M2D", "P9999999999999999999D"])
    func whatIsNoDurationOfOneUnitIsRefused(text: String) {
        #expect(Product.SubscriptionPeriod(isoDuration: text) == nil)
    }

    @Test func unitsAreOrderedByLength() {
        let units: [Product.SubscriptionPeriod.Unit] = [.year, .day, .month, .week]
        #expect(units.sorted() == [.day, .week, .month, .year])
    }

    @Test func aUnitSurvivesItsFormatStyle() throws {
        let style = Product.SubscriptionPeriod.Unit.FormatStyle(locale: Locale(identifier: "en_US"))
        #expect(Product.SubscriptionPeriod.Unit.month.formatted(style) == "month")
        let decoded = try JSONDecoder().decode(
            Product.SubscriptionPeriod.Unit.FormatStyle.self, from: JSONEncoder().encode(style))
        #expect(decoded == style)
    }
}
