import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct RefundTests {
    private let store = makeStore()
    private let inbox: Inbox
    private var phone: SimulatedDevice { inbox.device }

    init() {
        inbox = Inbox(store.device(named: "phone"))
    }

    @Test func aRefundIsTheSameTransactionWithARevocation() throws {
        let bought = try #require(try phone.buy("lifetime"))
        try store.advance(by: .seconds(60))
        try store.refund(transactionID: 0)
        let refunded = try #require(try phone.list(.all(productID: nil)).first)
        #expect(refunded.transactionID == bought.transactionID)
        #expect(refunded.revocationDate == Timestamp(start.addingTimeInterval(60)))
        #expect(refunded.revocationReason == .other)
        #expect(refunded.revocationType == .fullRefund)
        #expect(refunded.revocationPercentage == 100_000)
        #expect(refunded.signedDate == Timestamp(start.addingTimeInterval(60)))
        #expect(bought.signedDate == Timestamp(start))
        #expect(inbox.take() == ["lifetime 0 revoked"])
        #expect(try phone.entitlements.isEmpty)
        #expect(try phone.lines(.latest(productID: "lifetime")) == ["lifetime 0 revoked"])
    }

    @Test func theReasonCanBeAnIssueWithTheApp() throws {
        try phone.buy("coins")
        try store.refund(transactionID: 0, reason: .appIssue)
        #expect(try phone.list(.all(productID: nil))[0].revocationReason == .appIssue)
    }

    @Test func aFinishedTransactionIsNotUnfinishedAgainByItsRefund() throws {
        try phone.buy("lifetime")
        try phone.finish(transactionID: 0)
        try store.refund(transactionID: 0)
        #expect(try phone.lines(.unfinished).isEmpty)
    }

    @Test func anUnfinishedTransactionStaysUnfinishedAfterItsRefund() throws {
        try phone.buy("lifetime")
        try store.refund(transactionID: 0)
        #expect(try phone.lines(.unfinished) == ["lifetime 0 revoked"])
    }

    @Test func finishingThePurchaseLeavesItsRefundUnfinished() throws {
        let bought = try #require(try phone.buy("lifetime"))
        try store.refund(transactionID: 0)
        let refunded = try #require(try phone.list(.unfinished).first)
        try phone.finish(transactionID: 0, signedDate: bought.signedDate)
        #expect(try phone.lines(.unfinished) == ["lifetime 0 revoked"])
        try phone.finish(transactionID: 0, signedDate: refunded.signedDate)
        #expect(try phone.lines(.unfinished).isEmpty)
    }

    @Test func refundingTheRunningPeriodEndsTheSubscription() throws {
        try phone.buy("pro.monthly")
        let expires = try phone.list(.all(productID: nil))[0].expiresDate
        _ = inbox.take()
        try store.refund(transactionID: 0)
        #expect(inbox.take() == ["pro.monthly 0 revoked", "status: revoked 0"])
        #expect(try phone.entitlements.isEmpty)
        #expect(try phone.list(.all(productID: nil))[0].expiresDate == expires)
        try store.advance(by: .seconds(60 * 86_400))
        #expect(inbox.take().isEmpty)
        #expect(try phone.status()?.state == .revoked)
    }

    @Test func refundingAPastPeriodRevokesOnlyThat() throws {
        try phone.buy("pro.monthly")
        try store.advance(by: .seconds(40 * 86_400))
        _ = inbox.take()
        try store.refund(transactionID: 0)
        #expect(inbox.take() == ["pro.monthly 0 revoked"])
        #expect(try phone.entitlements == ["pro.monthly 1 renewal"])
        #expect(try phone.status()?.state == .active)
        #expect(try phone.status()?.info.autoRenewStatus == .on)
    }

    @Test func aReversalTakesTheRevocationAway() throws {
        try phone.buy("lifetime")
        try store.refund(transactionID: 0)
        _ = inbox.take()
        try store.reverseRefund(transactionID: 0)
        #expect(inbox.take() == ["lifetime 0"])
        #expect(try phone.entitlements == ["lifetime 0"])
        let reinstated = try phone.list(.all(productID: nil))[0]
        #expect(reinstated.revocationDate == nil && reinstated.revocationReason == nil)
        #expect(reinstated.revocationType == nil && reinstated.revocationPercentage == nil)
    }

    @Test func aReversalWithinThePeriodResumesTheSubscriptionToItsEnd() throws {
        try phone.buy("pro.monthly")
        try store.refund(transactionID: 0)
        _ = inbox.take()
        try store.reverseRefund(transactionID: 0)
        #expect(inbox.take() == ["pro.monthly 0", "status: active 0"])
        #expect(try phone.entitlements == ["pro.monthly 0"])
        try store.advance(by: .seconds(40 * 86_400))
        #expect(inbox.take() == ["status: expired 0 because 1"])
    }

    @Test func aReversalAfterThePeriodLeavesTheSubscriptionExpired() throws {
        try phone.buy("pro.monthly")
        try store.refund(transactionID: 0)
        try store.advance(by: .seconds(40 * 86_400))
        try store.reverseRefund(transactionID: 0)
        #expect(try phone.status()?.state == .expired)
        #expect(try phone.entitlements.isEmpty)
    }

    @Test func whatHasBeenRefundedCannotBeRefundedAgain() throws {
        try phone.buy("coins")
        #expect(throws: StoreRefusal.self) { try store.reverseRefund(transactionID: 0) }
        try store.refund(transactionID: 0)
        #expect(throws: StoreRefusal.invalidAction(transactionID: 0, reason: "it has been refunded")) {
            try store.refund(transactionID: 0)
        }
        #expect(throws: StoreRefusal.noSuchTransaction(1)) { try store.refund(transactionID: 1) }
    }

    @Test func everyRevisionIsSignedLaterThanTheOneBeforeEvenAtOneMoment() throws {
        let bought = try #require(try phone.buy("coins"))
        try store.refund(transactionID: 0)
        let refunded = try phone.list(.all(productID: nil))[0]
        try store.reverseRefund(transactionID: 0)
        let reinstated = try phone.list(.all(productID: nil))[0]
        let dates = [bought, refunded, reinstated].compactMap(\.signedDate)
        #expect(dates.count == 3 && dates == dates.sorted() && Set(dates).count == 3)
        #expect(bought.deviceVerificationNonce != refunded.deviceVerificationNonce)
    }
}
