import Foundation
import Testing

@testable import StoreKit

@Suite struct SubscriptionPeriodUnitTests {
    private typealias Unit = Product.SubscriptionPeriod.Unit

    @Test func unitsAreOrderedByTheirLength() {
        #expect([Unit.year, .day, .month, .week].sorted() == [.day, .week, .month, .year])
    }

    @Test func unitsAreWrittenAsWords() {
        #expect([Unit.day, .week, .month, .year].map(\.localizedDescription) == ["Day", "Week", "Month", "Year"])
    }

    @Test func aStyleWritesAUnitAndSurvivesCoding() throws {
        let style = Unit.FormatStyle(locale: Locale(identifier: "en_US"))
        #expect(Unit.month.formatted(style) == "month")
        #expect(Unit.month.formatted(style.locale(Locale(identifier: "en_GB"))) == "month")
        let copy = try JSONDecoder().decode(Unit.FormatStyle.self, from: JSONEncoder().encode(style))
        #expect(copy == style)
    }
}
