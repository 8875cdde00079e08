import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.timeLimit(.minutes(5))) struct SubscriptionStatusTests {
    private let groupID = "B1000000"

    private func status() async throws -> Product.SubscriptionInfo.Status {
        try #require(try await Product.SubscriptionInfo.status(for: groupID).first)
    }

    @Test func whoNeverSubscribedHasNoStatus() async throws {
        _ = try makeSession()
        #expect(try await Product.SubscriptionInfo.status(for: groupID).isEmpty)
        #expect(try await Product.SubscriptionInfo.status(transactionID: 99) == nil)
    }

    @Test func aSubscriptionWillRenewAtItsPrice() async throws {
        _ = try makeSession()
        let gold = try await buy("gold")
        let status = try await status()
        #expect(status.state == .subscribed)
        #expect(try status.transaction.payloadValue == gold)
        let renewal = try status.renewalInfo.payloadValue
        #expect(renewal.originalTransactionID == gold.originalID)
        #expect(renewal.currentProductID == "gold")
        #expect(renewal.willAutoRenew)
        #expect(renewal.autoRenewPreference == "gold")
        #expect(renewal.renewalDate == gold.expirationDate)
        #expect(renewal.renewalPrice == Decimal(string: "9.99"))
        #expect(renewal.currency?.identifier == "USD")
        #expect(renewal.expirationReason == nil)
        #expect(renewal.priceIncreaseStatus == .noIncreasePending)
        #expect(!renewal.isInBillingRetry)
        #expect(renewal.recentSubscriptionStartDate == gold.purchaseDate)
        #expect(try await Product.SubscriptionInfo.status(transactionID: gold.id) == status)
        #expect(try await product("gold").subscription?.status == [status])
    }

    @Test func withoutRenewalTheSubscriptionEndsWithItsPeriod() async throws {
        let session = try makeSession()
        let gold = try await buy("gold")
        try session.disableAutoRenewForTransaction(identifier: UInt(gold.id))
        let off = try await status()
        #expect(off.state == .subscribed)
        #expect(try off.renewalInfo.payloadValue.willAutoRenew == false)
        #expect(try off.renewalInfo.payloadValue.autoRenewPreference == nil)
        session.advance(to: try #require(gold.expirationDate))
        let expired = try await status()
        #expect(expired.state == .expired)
        #expect(try expired.renewalInfo.payloadValue.expirationReason == .autoRenewDisabled)
        #expect(try await Transaction.currentEntitlements.verified.isEmpty)
    }

    @Test func aFailedRenewalGoesThroughGraceAndRetryToItsEnd() async throws {
        let session = try makeSession()
        session.shouldEnterBillingRetryOnRenewal = true
        session.billingGracePeriodIsEnabled = true
        let gold = try await buy("gold")
        var updates = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
        session.advance(to: try #require(gold.expirationDate))
        let grace = try #require(await updates.next())
        #expect(grace.state == .inGracePeriod)
        let until = try #require(try grace.renewalInfo.payloadValue.gracePeriodExpirationDate)
        #expect(try grace.renewalInfo.payloadValue.isInBillingRetry)
        #expect(try await Transaction.currentEntitlements.verified.map(\.id) == [gold.id])
        session.advance(to: until)
        let retry = try #require(await updates.next())
        #expect(retry.state == .inBillingRetryPeriod)
        #expect(try retry.renewalInfo.payloadValue.expirationReason == .billingError)
        #expect(try await Transaction.currentEntitlements.verified.isEmpty)
        try session.resolveIssueForTransaction(identifier: UInt(gold.id))
        let resolved = try #require(await updates.next())
        #expect(resolved.state == .subscribed)
        #expect(try await Transaction.currentEntitlements.verified.map(\.reason) == [.renewal])
    }

    @Test func everyChangeOfTheStatusIsAnnounced() async throws {
        let session = try makeSession()
        var updates = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
        let gold = try await buy("gold")
        #expect(await updates.next()?.state == .subscribed)
        try session.disableAutoRenewForTransaction(identifier: UInt(gold.id))
        #expect(try await updates.next()?.renewalInfo.payloadValue.willAutoRenew == false)
        try session.enableAutoRenewForTransaction(identifier: UInt(gold.id))
        #expect(try await updates.next()?.renewalInfo.payloadValue.willAutoRenew == true)
        try session.forceRenewalOfSubscription(productIdentifier: "gold")
        #expect(try await updates.next()?.transaction.payloadValue.reason == .renewal)
        try session.expireSubscription(productIdentifier: "gold")
        #expect(await updates.next()?.state == .expired)
    }

    @Test func aPriceIncreaseWaitsForConsent() async throws {
        let session = try makeSession()
        let gold = try await buy("gold")
        try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(gold.id))
        #expect(try await status().renewalInfo.payloadValue.priceIncreaseStatus == .pending)
        #expect(session.allTransactions().first?.isPendingPriceIncreaseConsent == true)
        try session.consentToPriceIncreaseForTransaction(identifier: UInt(gold.id))
        #expect(try await status().renewalInfo.payloadValue.priceIncreaseStatus == .agreed)
    }

    @Test func withoutConsentTheSubscriptionEnds() async throws {
        let session = try makeSession()
        let gold = try await buy("gold")
        try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(gold.id))
        session.advance(to: try #require(gold.expirationDate))
        let status = try await status()
        #expect(status.state == .expired)
        #expect(try status.renewalInfo.payloadValue.expirationReason == .didNotConsentToPriceIncrease)
    }

    @Test func aRefundOfTheRunningPeriodRevokesTheSubscription() async throws {
        let session = try makeSession()
        let gold = try await buy("gold")
        try session.refundTransaction(identifier: UInt(gold.id))
        #expect(try await status().state == .revoked)
    }

    @Test func everyGroupComesOnceAndThenTheEnd() async throws {
        _ = try makeSession()
        try await buy("gold")
        var groups: [String] = []
        for await (group, statuses) in Product.SubscriptionInfo.Status.all {
            groups.append(group)
            #expect(statuses.count == 1)
        }
        #expect(groups == [groupID])
    }

    @Test func inACancelledTaskTheUpdatesEnd() async throws {
        _ = try makeSession()
        let task = Task { for await _ in Product.SubscriptionInfo.Status.updates {} }
        task.cancel()
        await task.value
    }
}
