import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct PurchaseTests {
    private let store = makeStore()
    private var phone: SimulatedDevice { store.device(named: "phone") }

    @Test func theFirstPurchaseHasTheIdentifierZeroAndIsItsOwnOriginal() throws {
        let bought = try #require(try phone.buy("pro.monthly"))
        #expect(bought.transactionID == "0")
        #expect(bought.originalTransactionID == "0")
        #expect(bought.transactionReason == .purchase)
        #expect(bought.purchaseDate == Timestamp(start))
        #expect(bought.originalPurchaseDate == Timestamp(start))
    }

    @Test func theTokenIsInEveryTransactionOfTheSubscriptionAndInItsRenewalInfo() throws {
        let token = UUID()
        try phone.buy("pro.monthly") { $0.appAccountToken = token }
        try store.advance(by: .seconds(40 * 86_400))
        let tokens = try phone.list(.all(productID: nil)).map(\.appAccountToken?.rawValue)
        #expect(tokens == [token.uuidString.lowercased(), token.uuidString.lowercased()])
        #expect(try phone.status()?.info.appAccountToken?.uuid == token)
    }

    @Test(arguments: ["coins", "season"])
    func upToTenCanBeBoughtAtOnce(productID: String) throws {
        let bought = try #require(try phone.buy(productID) { $0.quantity = 10 })
        #expect(bought.quantity == 10)
    }

    @Test(arguments: [("coins", 0), ("coins", 11), ("coins", -1), ("lifetime", 2), ("pro.monthly", 2)])
    func anotherQuantityIsRefused(productID: String, quantity: Int) throws {
        #expect(throws: AppStoreConnectionError.invalidQuantity) {
            try phone.buy(productID) { $0.quantity = quantity }
        }
        #expect(try phone.lines(.all(productID: nil)).isEmpty)
    }

    @Test func aPriceIsForOnePieceInThousandths() throws {
        let bought = try #require(try phone.buy("coins") { $0.quantity = 3 })
        #expect(bought.price == 990)
        #expect(bought.currency == "USD")
    }

    @Test func anUnknownProductIsUnavailable() throws {
        #expect(throws: AppStoreConnectionError.productUnavailable) { try phone.buy("unknown") }
    }

    @Test func buyingAnOwnedNonConsumableReturnsTheOriginal() throws {
        let first = try phone.buy("lifetime")
        try phone.finish(transactionID: 0)
        try store.advance(by: .seconds(100))
        #expect(try phone.buy("lifetime") == first)
        #expect(try phone.lines(.all(productID: nil)) == ["lifetime 0"])
        #expect(try phone.lines(.unfinished).isEmpty)
    }

    @Test func aRefundedNonConsumableCanBeBoughtAgain() throws {
        try phone.buy("lifetime")
        try store.refund(transactionID: 0)
        #expect(try phone.buy("lifetime")?.transactionID == "1")
        #expect(try phone.entitlements == ["lifetime 1"])
    }

    @Test func buyingTheHeldSubscriptionReturnsTheTransactionHeld() throws {
        let first = try phone.buy("pro.monthly")
        #expect(try phone.buy("pro.monthly") == first)
        #expect(try phone.lines(.all(productID: nil)) == ["pro.monthly 0"])
    }

    @Test func buyingTheHeldSubscriptionAgainTakesACancellationBack() throws {
        try phone.buy("pro.monthly")
        try store.setAutoRenew(false, transactionID: 0)
        let inbox = Inbox(phone)
        try phone.buy("pro.monthly")
        #expect(inbox.take() == ["status: active 0 renews"])
    }

    @Test func aNonRenewingSubscriptionCanBeBoughtAgain() throws {
        #expect(try phone.buy("season")?.transactionID == "0")
        #expect(try phone.buy("season")?.transactionID == "1")
    }

    // MARK: In the past

    @Test func aPurchaseInThePastHasRenewedUntilNow() throws {
        let begin = Timestamp(start.addingTimeInterval(-70 * 86_400))
        let bought = try #require(try phone.buy("pro.monthly") { $0.purchaseDate = begin })
        #expect(bought.purchaseDate == begin)
        #expect(
            try phone.lines(.all(productID: nil)) == [
                "pro.monthly 2 renewal", "pro.monthly 1 renewal", "pro.monthly 0",
            ])
        #expect(try phone.entitlements == ["pro.monthly 2 renewal"])
        let dates = try phone.list(.all(productID: nil))
        for (later, earlier) in zip(dates, dates.dropFirst()) {
            #expect(later.purchaseDate == earlier.expiresDate)
        }
    }

    @Test func aPurchaseInThePastCanBeCancelledAtOnce() throws {
        try phone.buy("pro.monthly") {
            $0.purchaseDate = Timestamp(start.addingTimeInterval(-70 * 86_400))
            $0.renewsUntilNow = false
        }
        #expect(try phone.lines(.all(productID: nil)) == ["pro.monthly 0"])
        #expect(try phone.entitlements.isEmpty)
        #expect(try phone.status()?.state == .expired)
        #expect(try phone.status()?.info.expirationIntent == .customerCancelled)
    }

    @Test func aCancelledPurchaseInThePastLastsToTheEndOfItsPeriod() throws {
        try phone.buy("pro.monthly") {
            $0.purchaseDate = Timestamp(start.addingTimeInterval(-10 * 86_400))
            $0.renewsUntilNow = false
        }
        #expect(try phone.entitlements == ["pro.monthly 0"])
        try store.advance(by: .seconds(30 * 86_400))
        #expect(try phone.entitlements.isEmpty)
    }

    @Test func theRenewalsOfThePastDoNotFail() throws {
        try store.updateSettings { $0.entersBillingRetryOnRenewal = true }
        try phone.buy("pro.monthly") { $0.purchaseDate = Timestamp(start.addingTimeInterval(-70 * 86_400)) }
        #expect(try phone.status()?.state == .active)
        try store.advance(by: .seconds(30 * 86_400))
        #expect(try phone.status()?.state == .inBillingRetryPeriod)
    }

    @Test(arguments: [1.0, -2_000_000_000.0])
    func aPurchaseInTheFutureOrBeforeTheStoreOpenedIsRefused(offset: Double) throws {
        let date = Timestamp(start.addingTimeInterval(offset))
        #expect(throws: StoreRefusal.invalidPurchaseDate(date)) {
            try store.perform(
                .purchase(PurchaseRequest(productID: "coins", purchaseDate: date), on: phone.id))
        }
    }

    @Test func aHistoryOfTooManyPeriodsIsRefused() throws {
        try store.updateSettings { $0.timeRate = .oneRenewalEveryTwoSeconds }
        let date = Timestamp(start.addingTimeInterval(-365 * 86_400))
        #expect(throws: StoreRefusal.tooManyPeriods(since: date)) {
            try store.perform(
                .purchase(PurchaseRequest(productID: "pro.monthly", purchaseDate: date), on: phone.id))
        }
    }

    // MARK: Waiting

    @Test func askToBuyWaitsAndIsInNoList() throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let inbox = Inbox(phone)
        #expect(try phone.buy("lifetime") == nil)
        #expect(try phone.lines(.all(productID: nil)).isEmpty)
        #expect(try phone.lines(.unfinished).isEmpty)
        #expect(inbox.take().isEmpty)
        let pending = try #require(try store.pendingPurchases().first)
        #expect(pending.reason == .askToBuy)
        #expect(pending.request.productID == "lifetime")
    }

    @Test func anApprovedPurchaseArrivesUnfinishedUnderItsIdentifier() throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let inbox = Inbox(phone)
        try phone.buy("pro.monthly")
        try store.approve(transactionID: 0)
        #expect(inbox.take() == ["pro.monthly 0", "status: active 0 renews"])
        #expect(try phone.lines(.unfinished) == ["pro.monthly 0"])
        #expect(try store.pendingPurchases().isEmpty)
    }

    @Test func nothingIsEverSentOfADeclinedPurchase() throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let inbox = Inbox(phone)
        try phone.buy("lifetime")
        try store.decline(transactionID: 0)
        #expect(inbox.take().isEmpty)
        #expect(try phone.lines(.all(productID: nil)).isEmpty)
        #expect(throws: StoreRefusal.noSuchTransaction(0)) { try store.approve(transactionID: 0) }
    }

    @Test func onlyWhatWaitsCanBeApproved() throws {
        try phone.buy("coins")
        #expect(throws: StoreRefusal.invalidAction(transactionID: 0, reason: "it is not waiting for anything")) {
            try store.approve(transactionID: 0)
        }
    }

    @Test func anInterruptedPurchaseWaitsUntilItsIssueIsResolved() throws {
        try store.updateSettings { $0.interruptsPurchases = true }
        let inbox = Inbox(phone)
        #expect(try phone.buy("coins") == nil)
        #expect(try store.pendingPurchases().map(\.reason) == [.interrupted])
        #expect(throws: StoreRefusal.self) { try store.approve(transactionID: 0) }
        try store.resolveIssue(transactionID: 0)
        #expect(inbox.take() == ["coins 0"])
        #expect(throws: StoreRefusal.self) { try store.resolveIssue(transactionID: 0) }
    }

    @Test func aWaitingPurchaseCanBeDeletedButNotRefunded() throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        try phone.buy("coins")
        #expect(throws: StoreRefusal.self) { try store.refund(transactionID: 0) }
        try store.delete(transactionID: 0)
        #expect(try store.pendingPurchases().isEmpty)
    }
}
