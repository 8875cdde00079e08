import StoreKitTest
import Testing

@Suite struct TimeRateTests {
    @Test(arguments: [
        (SKTestSession.TimeRate.realTime, 0), (.oneHourIsOneDay, 1), (.thirtyMinutesIsOneDay, 2),
        (.fiveMinutesIsOneDay, 3), (.oneMinuteIsOneDay, 4), (.thirtySecondsIsOneDay, 5), (.oneSecondIsOneDay, 6),
        (.monthlyRenewalEveryHour, 10), (.monthlyRenewalEveryThirtyMinutes, 11),
        (.monthlyRenewalEveryFifteenMinutes, 12), (.monthlyRenewalEveryFiveMinutes, 13),
        (.monthlyRenewalEveryThirtySeconds, 15), (.oneRenewalEveryFifteenMinutes, 1000),
        (.oneRenewalEveryFiveMinutes, 1001), (.oneRenewalEveryMinute, 1002), (.oneRenewalEveryThirtySeconds, 1003),
        (.oneRenewalEveryTenSeconds, 1004), (.oneRenewalEveryTwoSeconds, 1005),
    ])
    func ratesHaveApplesNumbers(_ rate: SKTestSession.TimeRate, _ number: Int) {
        #expect(rate.rawValue == number)
        #expect(SKTestSession.TimeRate(rawValue: number) == rate)
    }

    @Test(arguments: [-1, 7, 14, 1006])
    func otherNumbersAreNoRates(_ number: Int) {
        #expect(SKTestSession.TimeRate(rawValue: number) == nil)
    }
}
