import Foundation
import StoreKit
import StoreKitTest
import Testing

/// What apps rely on about subscriptions over time: what agrees with what, and when.
@Suite(.timeLimit(.minutes(1))) struct SubscriptionSemanticsTests {
    private let group = "B1000000"
    private let month = Duration.seconds(31 * 86_400)

    private func status() async throws -> Product.SubscriptionInfo.Status {
        try #require(try await Product.SubscriptionInfo.status(for: group).first)
    }

    private func isEntitled() async throws -> Bool {
        try await !Transaction.currentEntitlements.verified.isEmpty
    }

    // MARK: All of it at once

    enum Ending: CaseIterable {
        case expiry, grace, retry, refund

        var state: Product.SubscriptionInfo.RenewalState {
            switch self {
            case .expiry: .expired
            case .grace: .inGracePeriod
            case .retry: .inBillingRetryPeriod
            case .refund: .revoked
            }
        }
    }

    @Test(arguments: Ending.allCases)
    func theStatusItsUpdatesAndTheEntitlementsChangeTogether(ending: Ending) async throws {
        let session = try makeSession()
        let bought = try await buy("gold")
        switch ending {
        case .expiry: try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))
        case .grace: session.billingGracePeriodIsEnabled = true
        case .retry, .refund: break
        }
        session.shouldEnterBillingRetryOnRenewal = ending == .grace || ending == .retry
        var updates = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
        #expect(try await status().state == .subscribed)
        #expect(try await isEntitled())

        if ending == .refund {
            try session.refundTransaction(identifier: UInt(bought.id))
        } else {
            session.advance(to: try #require(bought.expirationDate))
        }

        #expect(try #require(await updates.next()).state == ending.state)
        #expect(try await status().state == ending.state)
        #expect(try await isEntitled() == (ending == .grace))
    }

    @Test func aMillisecondBeforeTheEndNothingHasChanged() async throws {
        let session = try makeSession()
        let bought = try await buy("gold")
        try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))

        session.advance(to: try #require(bought.expirationDate).addingTimeInterval(-0.001))
        #expect(try await isEntitled())
        session.advance(by: .milliseconds(1))
        #expect(try await !isEntitled())
    }

    // MARK: Renewals

    @Test func aRenewalBeginsWhereTheLastPeriodEnded() async throws {
        let session = try makeSession()
        let bought = try await buy("gold")
        session.advance(by: month)

        let renewal = try #require(await Transaction.latest(for: "gold")).payloadValue
        #expect(renewal.id != bought.id)
        #expect(renewal.originalID == bought.id)
        #expect(renewal.purchaseDate == bought.expirationDate)
        #expect(renewal.originalPurchaseDate == bought.purchaseDate)
        #expect(renewal.reason == .renewal)
    }

    @Test func whoComesBackKeepsTheOriginalIdentifierAndDate() async throws {
        let session = try makeSession()
        let bought = try await buy("gold")
        try session.expireSubscription(productIdentifier: "gold")
        session.advance(by: month)

        let again = try await buy("silver")
        #expect(again.id != bought.id)
        #expect(again.originalID == bought.originalID)
        #expect(again.originalPurchaseDate == bought.purchaseDate)
        #expect(again.reason == .purchase)
    }

    @Test func withRenewalOffThePreferenceIsNilWhileTheJSONKeepsTheProduct() async throws {
        let session = try makeSession()
        let bought = try await buy("gold")
        #expect(try await status().renewalInfo.payloadValue.autoRenewPreference == "gold")

        try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))

        let info = try await status().renewalInfo.payloadValue
        #expect(!info.willAutoRenew)
        #expect(info.autoRenewPreference == nil)
        #expect(info.renewalDate == nil)
        let json = try #require(try JSONSerialization.jsonObject(with: info.jsonRepresentation) as? [String: Any])
        #expect(json["autoRenewProductId"] as? String == "gold")
        #expect(json["autoRenewStatus"] as? Int == 0)
        #expect(try await status().state == .subscribed)
    }

    @Test func refundingAPastPeriodLeavesTheStatusAsItIsAndSaysNothingOfIt() async throws {
        let session = try makeSession()
        let bought = try await buy("gold")
        session.advance(by: month)
        var updates = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()

        try session.refundTransaction(identifier: UInt(bought.id))
        #expect(try await status().state == .subscribed)
        #expect(try await isEntitled())
        try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))

        // The next that is said is the next that happened.
        #expect(try #require(await updates.next()).renewalInfo.payloadValue.willAutoRenew == false)
    }

    // MARK: Billing

    @Test func theGracePeriodDoesNotExtendTheTransaction() async throws {
        let session = try makeSession()
        let bought = try await buy("gold")
        session.billingGracePeriodIsEnabled = true
        session.shouldEnterBillingRetryOnRenewal = true
        let end = try #require(bought.expirationDate)
        session.advance(to: end)

        let inGrace = try await status()
        let info = try inGrace.renewalInfo.payloadValue
        #expect(info.isInBillingRetry)
        #expect(info.gracePeriodExpirationDate == end.addingTimeInterval(16 * 86_400))
        #expect(try inGrace.transaction.payloadValue.expirationDate == end)

        try session.resolveIssueForTransaction(identifier: UInt(bought.id))
        let paid = try await status()
        #expect(paid.state == .subscribed)
        #expect(try paid.transaction.payloadValue.purchaseDate == end)
        #expect(try !paid.renewalInfo.payloadValue.isInBillingRetry)
    }

    @Test func aFailedRenewalTellsTheCustomerByAMessage() async throws {
        let session = try makeSession()
        try await buy("gold")
        session.shouldEnterBillingRetryOnRenewal = true
        var messages = Message.messages.makeAsyncIterator()

        try session.forceRenewalOfSubscription(productIdentifier: "gold")

        #expect(await messages.next()?.reason == .billingIssue)
    }

    @Test func aPriceIncreaseAsksTheCustomerByAMessage() async throws {
        let session = try makeSession()
        let bought = try await buy("gold")
        var messages = Message.messages.makeAsyncIterator()

        try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(bought.id))

        #expect(await messages.next()?.reason == .priceIncreaseConsent)
        #expect(try await status().renewalInfo.payloadValue.priceIncreaseStatus == .pending)
        try session.consentToPriceIncreaseForTransaction(identifier: UInt(bought.id))
        #expect(try await status().renewalInfo.payloadValue.priceIncreaseStatus == .agreed)
    }

    // MARK: Offers

    @Test func aWinBackOfferIsThereOnceTheSubscriptionHasLapsed() async throws {
        let session = try makeSession()
        try await buy("silver")
        #expect(try await status().renewalInfo.payloadValue.eligibleWinBackOfferIDs == [])

        try session.expireSubscription(productIdentifier: "silver")

        #expect(try await status().renewalInfo.payloadValue.eligibleWinBackOfferIDs == ["comeback"])
        #expect(await !Product.SubscriptionInfo.isEligibleForIntroOffer(for: group))
    }

    @Test func aNonRenewingSubscriptionHasNoEndAndNoSubscriptionInfo() async throws {
        let session = try makeSession()
        let season = try await buy("season")
        session.advance(by: month * 24)

        #expect(season.expirationDate == nil)
        #expect(try await product("season").subscription == nil)
        #expect(await season.subscriptionStatus == nil)
        #expect(try await Transaction.currentEntitlements.verified.map(\.id) == [season.id])
    }
}
