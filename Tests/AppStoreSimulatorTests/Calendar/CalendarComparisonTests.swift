import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct CalendarComparisonTests {
    @Test func everyPeriodEndsWhereFoundationsCalendarSays() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        var generator = SeededGenerator(seed: 3)
        let units: [(SubscriptionPeriod.Unit, Calendar.Component, Int)] = [
            (.day, .day, 1), (.week, .day, 7), (.month, .month, 1), (.year, .year, 1),
        ]
        for _ in 0..<2_000 {
            let start = Timestamp(rawValue: .random(in: -2_000_000_000_000...4_000_000_000_000, using: &generator))
            let (unit, component, factor) = units[.random(in: units.indices, using: &generator)]
            let value = Int.random(in: 1...30, using: &generator)
            let end = TimeRate.realTime.end(of: SubscriptionPeriod(value: value, unit: unit), startingAt: start)
            let expected = try #require(calendar.date(byAdding: component, value: value * factor, to: start.date))
            #expect(end == Timestamp(expected), "\(start.rawValue) + \(value) \(unit)")
        }
    }
}
