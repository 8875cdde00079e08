import AppStoreData
import Foundation

extension Int64 {
    static let millisecondsPerSecond: Int64 = 1_000
    static let millisecondsPerDay: Int64 = 86_400_000
}

extension Timestamp {
    /// The first millisecond that is not before a date, which may lie between two; the furthest there is for a date
    /// too far away.
    static func notBefore(_ date: Date) -> Timestamp {
        let nearest = Timestamp(date)
        guard nearest.date < date, nearest.rawValue < .max else { return nearest }
        return Timestamp(rawValue: nearest.rawValue + 1)
    }

    /// The times that a store can have: the years 1 to 9999.
    static let supported = Timestamp(rawValue: -62_135_596_800_000)...Timestamp(rawValue: 253_402_300_799_999)

    /// The nearest time that a store can have.
    var clamped: Timestamp {
        min(max(self, Self.supported.lowerBound), Self.supported.upperBound)
    }

    /// The moment a calendar period later, in UTC: one month after 31 January is the last day of February.
    func adding(_ period: SubscriptionPeriod) -> Timestamp {
        switch period.unit {
        case .day: return adding(milliseconds: Int64(period.value) * .millisecondsPerDay)
        case .week: return adding(milliseconds: Int64(period.value) * 7 * .millisecondsPerDay)
        case .month: return adding(months: period.value)
        case .year: return adding(months: period.value * 12)
        }
    }

    func adding(milliseconds: Int64) -> Timestamp {
        Timestamp(rawValue: rawValue + milliseconds)
    }

    private func adding(months: Int) -> Timestamp {
        let (quotient, remainder) = rawValue.quotientAndRemainder(dividingBy: .millisecondsPerDay)
        let days = Int(remainder < 0 ? quotient - 1 : quotient)
        let timeOfDay = rawValue - Int64(days) * .millisecondsPerDay
        let day = CivilDate(daysSince1970: days).adding(months: months)
        return Timestamp(rawValue: Int64(day.daysSince1970) * .millisecondsPerDay + timeOfDay)
    }
}
