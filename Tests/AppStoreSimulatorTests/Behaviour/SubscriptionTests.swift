import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct SubscriptionTests {
    private let store = makeStore()
    private let inbox: Inbox
    private var phone: SimulatedDevice { inbox.device }

    init() {
        inbox = Inbox(store.device(named: "phone"))
    }

    // MARK: Renewal

    @Test func aRenewalIsANewTransactionOfTheSameOriginal() throws {
        try phone.buy("pro.monthly")
        try store.advance(by: .seconds(28 * 86_400))
        let periods = try phone.list(.all(productID: nil))
        #expect(periods.map(\.transactionID) == ["1", "0"])
        #expect(periods.map(\.originalTransactionID) == ["0", "0"])
        #expect(periods.map(\.transactionReason) == [.renewal, .purchase])
        #expect(periods[0].purchaseDate == periods[1].expiresDate)
        #expect(periods[0].originalPurchaseDate == periods[1].purchaseDate)
        #expect(try phone.lines(.unfinished) == ["pro.monthly 0", "pro.monthly 1 renewal"])
    }

    @Test func expiryIsAMonthLaterByTheCalendar() throws {
        try phone.buy("pro.monthly")
        // From 31 January to 28 February.
        #expect(try phone.list(.all(productID: nil))[0].expiresDate == Timestamp(rawValue: 1_772_280_000_000))
    }

    @Test func aMillisecondBeforeItsEndThePeriodStillRuns() throws {
        try phone.buy("pro.monthly")
        try store.advance(by: .seconds(28 * 86_400) - .milliseconds(1))
        #expect(try phone.entitlements == ["pro.monthly 0"])
        try store.advance(by: .milliseconds(1))
        #expect(try phone.entitlements == ["pro.monthly 1 renewal"])
    }

    @Test func aYearIsPlayedInOrder() throws {
        try phone.buy("pro.monthly")
        _ = inbox.take()
        try store.advance(by: .seconds(365 * 86_400))
        let lines = inbox.take()
        #expect(lines.count == 24)
        #expect(lines.first == "pro.monthly 1 renewal")
        #expect(lines.last == "status: active 12 renews")
    }

    @Test func theTimeRateShortensThePeriodsAndTheirDates() throws {
        try store.updateSettings { $0.timeRate = .oneRenewalEveryTwoSeconds }
        let bought = try #require(try phone.buy("pro.yearly"))
        #expect(bought.expiresDate == Timestamp(start.addingTimeInterval(2)))
        try store.advance(by: .seconds(7))
        let ends = try phone.list(.all(productID: nil)).map(\.expiresDate)
        #expect(ends == [8, 6, 4, 2].map { Timestamp(start.addingTimeInterval($0)) })
    }

    @Test func aChangeOfRateCountsFromTheNextPeriod() throws {
        try phone.buy("pro.monthly")
        try store.updateSettings { $0.timeRate = .oneRenewalEveryMinute }
        try store.advance(by: .seconds(3_600))
        #expect(try phone.lines(.all(productID: nil)) == ["pro.monthly 0"])
        try store.advance(to: Timestamp(rawValue: 1_772_280_000_000 + 90_000).date)
        #expect(try phone.lines(.all(productID: nil)).count == 3)
    }

    // MARK: Auto-renewal

    @Test func withoutRenewalThePeriodRunsToItsEnd() throws {
        try phone.buy("pro.monthly")
        _ = inbox.take()
        try store.setAutoRenew(false, transactionID: 0)
        #expect(inbox.take() == ["status: active 0"])
        let info = try #require(try phone.status()).info
        #expect(info.autoRenewStatus == .off)
        #expect(info.autoRenewProductID == "pro.monthly")
        #expect(info.renewalDate == nil)
        #expect(try phone.entitlements == ["pro.monthly 0"])
        try store.advance(by: .seconds(28 * 86_400))
        #expect(inbox.take() == ["status: expired 0 because 1"])
        #expect(try phone.entitlements.isEmpty)
    }

    @Test func renewalCanBeTurnedOnAgain() throws {
        try phone.buy("pro.monthly")
        try store.setAutoRenew(false, transactionID: 0)
        _ = inbox.take()
        try store.setAutoRenew(true, transactionID: 0)
        try store.setAutoRenew(true, transactionID: 0)
        #expect(inbox.take() == ["status: active 0 renews"])
    }

    @Test func renewalCannotBeSetOfWhatIsNoRunningSubscription() throws {
        try phone.buy("coins")
        #expect(throws: StoreRefusal.invalidAction(transactionID: 0, reason: "it is no auto-renewable subscription")) {
            try store.setAutoRenew(false, transactionID: 0)
        }
        #expect(throws: StoreRefusal.noSuchTransaction(9)) { try store.setAutoRenew(false, transactionID: 9) }
        try phone.buy("pro.monthly")
        try store.expireSubscription(productID: "pro.monthly")
        #expect(throws: StoreRefusal.self) { try store.setAutoRenew(true, transactionID: 1) }
    }

    @Test func anyPeriodNamesItsSubscription() throws {
        try phone.buy("pro.monthly")
        try store.advance(by: .seconds(40 * 86_400))
        try store.setAutoRenew(false, transactionID: 0)
        #expect(try phone.status()?.info.autoRenewStatus == .off)
    }

    // MARK: By force

    @Test func expiringEndsThePeriodNow() throws {
        try phone.buy("pro.monthly")
        try store.advance(by: .seconds(60))
        _ = inbox.take()
        try store.expireSubscription(productID: "pro.monthly")
        #expect(inbox.take() == ["status: expired 0 because 1"])
        #expect(try phone.entitlements.isEmpty)
        #expect(try phone.list(.all(productID: nil))[0].expiresDate == Timestamp(start.addingTimeInterval(60)))
        try store.advance(by: .seconds(60 * 86_400))
        #expect(inbox.take().isEmpty)
    }

    @Test func onlyWhatRunsCanBeExpiredOrRenewed() throws {
        try phone.buy("coins")
        #expect(throws: StoreRefusal.noSubscription(productID: "pro.monthly")) {
            try store.expireSubscription(productID: "pro.monthly")
        }
        #expect(throws: StoreRefusal.noSubscription(productID: "coins")) {
            try store.renewSubscription(productID: "coins")
        }
        #expect(throws: StoreRefusal.noSuchProduct("unknown")) {
            try store.renewSubscription(productID: "unknown")
        }
    }

    @Test func aForcedRenewalIsAnnouncedAndFollowsOnThePeriodThatItEnds() throws {
        try phone.buy("pro.monthly")
        try store.advance(by: .seconds(60))
        _ = inbox.take()
        try store.renewSubscription(productID: "pro.monthly")
        #expect(inbox.take() == ["pro.monthly 1 renewal", "status: active 1 renews"])
        let periods = try phone.list(.all(productID: nil))
        #expect(periods[0].purchaseDate == Timestamp(start.addingTimeInterval(60)))
        #expect(periods[1].expiresDate == periods[0].purchaseDate)
        #expect(try phone.entitlements == ["pro.monthly 1 renewal"])
    }

    // MARK: Changes of product

    @Test func anUpgradeBeginsAtOnceAndSupersedesTheOldTransaction() throws {
        try phone.buy("plus.monthly")
        try store.advance(by: .seconds(60))
        _ = inbox.take()
        let upgraded = try #require(try phone.buy("pro.monthly"))
        #expect(upgraded.originalTransactionID == "0")
        #expect(upgraded.transactionReason == .purchase)
        #expect(upgraded.purchaseDate == Timestamp(start.addingTimeInterval(60)))
        #expect(inbox.take() == ["plus.monthly 0 upgraded", "status: active 1 renews"])
        #expect(try phone.entitlements == ["pro.monthly 1"])
        #expect(try phone.lines(.all(productID: nil)) == ["pro.monthly 1", "plus.monthly 0 upgraded"])
    }

    @Test func aDowngradeWaitsForTheRenewalAndReturnsTheTransactionHeld() throws {
        try phone.buy("pro.monthly")
        _ = inbox.take()
        #expect(try phone.buy("plus.monthly")?.productID == "pro.monthly")
        #expect(inbox.take() == ["status: active 0 renews to plus.monthly"])
        #expect(try phone.entitlements == ["pro.monthly 0"])
        #expect(try phone.status()?.info.renewalPrice == 4_990)
        try store.advance(by: .seconds(28 * 86_400))
        #expect(inbox.take() == ["plus.monthly 1 renewal", "status: active 1 renews"])
        #expect(try phone.entitlements == ["plus.monthly 1 renewal"])
    }

    @Test func aDowngradeAlsoComesWithAForcedRenewal() throws {
        try phone.buy("pro.monthly")
        try phone.buy("plus.monthly")
        try store.renewSubscription(productID: "pro.monthly")
        #expect(try phone.entitlements == ["plus.monthly 1 renewal"])
    }

    @Test func buyingTheOldProductAgainTakesADowngradeBack() throws {
        try phone.buy("pro.monthly")
        try phone.buy("plus.monthly")
        _ = inbox.take()
        #expect(try phone.buy("pro.monthly")?.transactionID == "0")
        #expect(inbox.take() == ["status: active 0 renews"])
    }

    @Test func aCrossgradeOfAnotherLengthWaitsForTheRenewal() throws {
        try phone.buy("pro.monthly")
        #expect(try phone.buy("pro.yearly")?.transactionID == "0")
        #expect(try phone.status()?.info.autoRenewProductID == "pro.yearly")
        try store.advance(by: .seconds(28 * 86_400))
        #expect(try phone.entitlements == ["pro.yearly 1 renewal"])
    }

    @Test func aCrossgradeOfTheSameLengthBeginsAtOnce() throws {
        try phone.buy("plus.monthly")
        #expect(try phone.buy("plus.other")?.transactionID == "1")
        #expect(try phone.entitlements == ["plus.other 1"])
        #expect(try phone.lines(.all(productID: "plus.monthly")) == ["plus.monthly 0 upgraded"])
    }

    @Test func groupsHaveNothingToDoWithEachOther() throws {
        var configuration = StoreConfiguration.sample
        configuration.products.append(.subscription("radio", level: 1, price: 1, groupID: "other"))
        let phone = makeStore(configuration).device(named: "phone")
        try phone.buy("pro.monthly")
        try phone.buy("radio")
        #expect(try phone.entitlements == ["pro.monthly 0", "radio 1"])
        #expect(try phone.subscribedGroupIDs() == ["group", "other"])
        #expect(try phone.list(.all(productID: "radio"))[0].originalTransactionID == "1")
    }

    // MARK: Lapses

    @Test func buyingAgainAfterALapseIsANewTransactionOfTheSameOriginal() throws {
        try phone.buy("plus.monthly")
        try store.expireSubscription(productID: "plus.monthly")
        try store.advance(by: .seconds(86_400))
        let again = try #require(try phone.buy("pro.monthly"))
        #expect(again.transactionID == "1")
        #expect(again.originalTransactionID == "0")
        #expect(again.originalPurchaseDate == Timestamp(start))
        #expect(again.transactionReason == .purchase)
        #expect(try phone.lines(.all(productID: "plus.monthly")) == ["plus.monthly 0"])
    }

    @Test(arguments: [(59, true), (61, false)])
    func theRecentSubscriptionStartIgnoresGapsOfUpToSixtyDays(days: Int, isIgnored: Bool) throws {
        try phone.buy("pro.monthly")
        try store.expireSubscription(productID: "pro.monthly")
        try store.advance(by: .seconds(days * 86_400))
        try phone.buy("pro.monthly")
        let begin = try #require(try phone.status()?.info.recentSubscriptionStartDate)
        #expect(begin == Timestamp(isIgnored ? start : start.addingTimeInterval(Double(days) * 86_400)))
    }

    @Test func whoNeverSubscribedHasNoStatus() throws {
        #expect(try phone.status() == nil)
        #expect(try phone.subscribedGroupIDs().isEmpty)
    }

    // MARK: Billing

    @Test func aFailedRenewalEntersRetryWithoutATransaction() throws {
        try phone.buy("pro.monthly")
        try store.updateSettings { $0.entersBillingRetryOnRenewal = true }
        _ = inbox.take()
        try store.advance(by: .seconds(28 * 86_400))
        #expect(inbox.take() == ["status: retry 0 renews because 2", "message: billingIssue"])
        #expect(try phone.entitlements.isEmpty)
        let info = try #require(try phone.status()).info
        #expect(info.isInBillingRetryPeriod == true)
        #expect(info.gracePeriodExpiresDate == nil)
        #expect(info.renewalDate == nil)
    }

    @Test func retryEndsAfterSixtyDaysAsExpired() throws {
        try phone.buy("pro.monthly")
        try store.updateSettings { $0.entersBillingRetryOnRenewal = true }
        try store.advance(by: .seconds((28 + 60) * 86_400) - .milliseconds(1))
        #expect(try phone.status()?.state == .inBillingRetryPeriod)
        _ = inbox.take()
        try store.advance(by: .milliseconds(1))
        #expect(inbox.take() == ["status: expired 0 because 2"])
        #expect(try phone.status()?.info.isInBillingRetryPeriod == nil)
    }

    @Test func theGracePeriodKeepsTheEntitlementAndThenRetryGoesOn() throws {
        try phone.buy("pro.monthly")
        try store.updateSettings {
            $0.entersBillingRetryOnRenewal = true
            $0.isBillingGracePeriodEnabled = true
        }
        let expires = try phone.list(.all(productID: nil))[0].expiresDate
        _ = inbox.take()
        try store.advance(by: .seconds(28 * 86_400))
        #expect(inbox.take() == ["status: grace 0 renews", "message: billingIssue"])
        #expect(try phone.entitlements == ["pro.monthly 0"])
        let info = try #require(try phone.status()).info
        #expect(info.isInBillingRetryPeriod == true)
        #expect(info.gracePeriodExpiresDate == Timestamp(start.addingTimeInterval((28 + 16) * 86_400)))
        #expect(try phone.list(.all(productID: nil))[0].expiresDate == expires)
        try store.advance(by: .seconds(16 * 86_400))
        #expect(inbox.take() == ["status: retry 0 renews because 2"])
        #expect(try phone.entitlements.isEmpty)
        try store.advance(by: .seconds(44 * 86_400))
        #expect(inbox.take() == ["status: expired 0 because 2"])
    }

    @Test func gracePeriodsAloneMeanNothing() throws {
        try phone.buy("pro.monthly")
        try store.updateSettings { $0.isBillingGracePeriodEnabled = true }
        try store.advance(by: .seconds(28 * 86_400))
        #expect(try phone.status()?.state == .active)
    }

    @Test func resolvingTheIssueInRetryRenewsNow() throws {
        try phone.buy("pro.monthly")
        try store.updateSettings { $0.entersBillingRetryOnRenewal = true }
        try store.advance(by: .seconds(30 * 86_400))
        _ = inbox.take()
        try store.resolveIssue(transactionID: 0)
        #expect(inbox.take() == ["pro.monthly 1 renewal", "status: active 1 renews"])
        #expect(
            try phone.list(.latest(productID: "pro.monthly"))[0].purchaseDate
                == Timestamp(start.addingTimeInterval(30 * 86_400)))
    }

    @Test func resolvingTheIssueInTheGracePeriodLeavesNoGap() throws {
        try phone.buy("pro.monthly")
        try store.updateSettings {
            $0.entersBillingRetryOnRenewal = true
            $0.isBillingGracePeriodEnabled = true
        }
        try store.advance(by: .seconds(30 * 86_400))
        try store.resolveIssue(transactionID: 0)
        let periods = try phone.list(.all(productID: nil))
        #expect(periods[0].purchaseDate == periods[1].expiresDate)
        #expect(try phone.entitlements == ["pro.monthly 1 renewal"])
    }

    @Test func onlyAFailedRenewalHasAnIssueToResolve() throws {
        try phone.buy("pro.monthly")
        try phone.buy("coins")
        #expect(throws: StoreRefusal.invalidAction(transactionID: 0, reason: "its subscription has no billing issue")) {
            try store.resolveIssue(transactionID: 0)
        }
        #expect(throws: StoreRefusal.invalidAction(transactionID: 1, reason: "it has no issue to resolve")) {
            try store.resolveIssue(transactionID: 1)
        }
    }

    @Test func aForcedRenewalFailsTooAndEndsThePeriod() throws {
        try phone.buy("pro.monthly")
        try store.updateSettings {
            $0.entersBillingRetryOnRenewal = true
            $0.isBillingGracePeriodEnabled = true
        }
        try store.advance(by: .seconds(60))
        _ = inbox.take()
        try store.renewSubscription(productID: "pro.monthly")
        #expect(inbox.take() == ["status: grace 0 renews", "message: billingIssue"])
        #expect(try phone.list(.all(productID: nil))[0].expiresDate == Timestamp(start.addingTimeInterval(60)))
        #expect(try phone.entitlements == ["pro.monthly 0"])
    }

    @Test func expiringInRetryIsABillingError() throws {
        try phone.buy("pro.monthly")
        try store.updateSettings { $0.entersBillingRetryOnRenewal = true }
        try store.advance(by: .seconds(30 * 86_400))
        try store.expireSubscription(productID: "pro.monthly")
        #expect(try phone.status()?.info.expirationIntent == .billingError)
    }

    // MARK: Price increases

    @Test func anAgreedPriceIncreaseCountsFromTheRenewal() throws {
        try phone.buy("pro.monthly")
        _ = inbox.take()
        try store.requestPriceIncreaseConsent(transactionID: 0, price: 12)
        #expect(inbox.take() == ["status: active 0 renews price 0", "message: priceIncreaseConsent"])
        #expect(try phone.status()?.info.renewalPrice == 12_000)
        try store.consentToPriceIncrease(transactionID: 0)
        #expect(inbox.take() == ["status: active 0 renews price 1"])
        try store.advance(by: .seconds(65 * 86_400))
        #expect(inbox.take().last == "status: active 2 renews")
        #expect(try phone.list(.all(productID: nil)).map(\.price) == [12_000, 12_000, 9_990])
        #expect(try phone.status()?.info.priceIncreaseStatus == nil)
    }

    @Test func withoutAnAnswerTheSubscriptionExpires() throws {
        try phone.buy("pro.monthly")
        try store.requestPriceIncreaseConsent(transactionID: 0)
        #expect(try phone.entitlements == ["pro.monthly 0"])
        _ = inbox.take()
        try store.advance(by: .seconds(28 * 86_400))
        #expect(inbox.take() == ["status: expired 0 because 3"])
    }

    @Test func decliningTurnsRenewalOffAndThePeriodIsTheLast() throws {
        try phone.buy("pro.monthly")
        try store.requestPriceIncreaseConsent(transactionID: 0)
        _ = inbox.take()
        try store.declinePriceIncrease(transactionID: 0)
        #expect(inbox.take() == ["status: active 0 price 0"])
        try store.advance(by: .seconds(28 * 86_400))
        #expect(inbox.take() == ["status: expired 0 because 3"])
    }

    @Test func thereIsNothingToAgreeToUnlessAsked() throws {
        try phone.buy("pro.monthly")
        #expect(throws: StoreRefusal.self) { try store.consentToPriceIncrease(transactionID: 0) }
        #expect(throws: StoreRefusal.self) { try store.declinePriceIncrease(transactionID: 0) }
        #expect(throws: StoreRefusal.self) { try store.requestPriceIncreaseConsent(transactionID: 0, price: -1) }
    }
}
