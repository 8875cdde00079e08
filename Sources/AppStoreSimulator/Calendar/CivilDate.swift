/// A day of the Gregorian calendar in UTC.
///
/// Calendar arithmetic of periods is done here and not with Foundation's `Calendar`, which is the same on every
/// system but takes microseconds for each of the millions of periods that a simulated year can have.
struct CivilDate: Equatable {
    var year: Int
    /// From 1 to 12.
    var month: Int
    /// From 1 to 31.
    var day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that begins this many days after 1970-01-01.
    ///
    /// Counts from March, so that the leap day is the last of its year and month lengths follow one formula.
    init(daysSince1970 days: Int) {
        let shifted = days + Self.daysFromYearZeroTo1970
        let era = shifted.dividedDown(by: Self.daysInEra)
        let dayOfEra = shifted - era * Self.daysInEra
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = yearFromMarch.dividedDown(by: 400)
        let yearOfEra = yearFromMarch - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysInEra + dayOfEra - Self.daysFromYearZeroTo1970
    }

    /// The same day of a later month, or that month's last day if it is shorter.
    func adding(months: Int) -> CivilDate {
        let counted = year * 12 + month - 1 + months
        let newYear = counted.dividedDown(by: 12)
        let newMonth = counted - newYear * 12 + 1
        return CivilDate(
            year: newYear, month: newMonth, day: min(day, Self.daysIn(month: newMonth, ofYear: newYear)))
    }

    static func daysIn(month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static let daysInEra = 146_097
    private static let daysFromYearZeroTo1970 = 719_468
}

extension Int {
    /// The quotient rounded towards minus infinity, for a positive divisor.
    fileprivate func dividedDown(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}
