import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.timeLimit(.minutes(5))) struct SessionTransactionTests {
    private func code(_ action: () throws -> Void) -> SKTestError.Code? {
        do {
            try action()
            return nil
        } catch {
            return (error as? SKTestError)?.code
        }
    }

    @Test func theSessionSeesFinishedAndWaitingPurchases() async throws {
        let session = try makeSession()
        let coins = try await session.buyProduct(identifier: "coins")
        await coins.finish()
        let gold = try await session.buyProduct(identifier: "gold")
        session.askToBuyEnabled = true
        _ = try await product("lifetime").purchase()
        let transactions = session.allTransactions()
        #expect(transactions.map(\.productIdentifier) == ["coins", "gold", "lifetime"])
        #expect(transactions.map(\.state) == [.purchased, .purchased, .deferred])
        #expect(transactions.map(\.autoRenewingEnabled) == [false, true, false])
        #expect(transactions[0].identifier == UInt(coins.id))
        #expect(transactions[1].originalTransactionIdentifier == UInt(gold.originalID))
        #expect(transactions[1].expirationDate == gold.expirationDate)
        #expect(transactions[1].purchaseDate == gold.purchaseDate)
        #expect(transactions[0].cancelDate == nil)
        try session.refundTransaction(identifier: transactions[0].identifier)
        #expect(session.allTransactions()[0].cancelDate == session.now)
    }

    @Test func aDeletedTransactionNeverWas() async throws {
        let session = try makeSession()
        let bought = try await session.buyProduct(identifier: "lifetime")
        try session.deleteTransaction(identifier: UInt(bought.id))
        #expect(session.allTransactions().isEmpty)
        #expect(try await Transaction.all.verified.isEmpty)
        #expect(code { try session.deleteTransaction(identifier: UInt(bought.id)) } == .noTransactionFound)
    }

    @Test func anInterruptedPurchaseWaitsUntilItIsResolved() async throws {
        let session = try makeSession()
        session.interruptedPurchasesEnabled = true
        guard case .pending = try await product("lifetime").purchase() else {
            Issue.record("the purchase does not wait")
            return
        }
        let waiting = try #require(session.allTransactions().first)
        #expect(waiting.hasPurchaseIssue)
        try session.resolveIssueForTransaction(identifier: waiting.identifier)
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(try await updates.next()?.payloadValue.productID == "lifetime")
    }

    @Test func whatIsNotThereIsSaid() throws {
        let session = try makeSession()
        #expect(code { try session.refundTransaction(identifier: 99) } == .noTransactionFound)
        #expect(code { try session.approveAskToBuyTransaction(identifier: 99) } == .noTransactionFound)
        #expect(code { try session.disableAutoRenewForTransaction(identifier: 99) } == .noTransactionFound)
        #expect(code { try session.buyProduct(productIdentifier: "nothing") } == .invalidProductIdentifier)
        #expect(code { try session.expireSubscription(productIdentifier: "nothing") } == .invalidProductIdentifier)
        #expect(code { try session.expireSubscription(productIdentifier: "coins") } == .invalidProductType)
        #expect(code { try session.forceRenewalOfSubscription(productIdentifier: "gold") } == .noSubscriptionFound)
    }

    @Test func whatCannotBeDoneIsSaid() async throws {
        let session = try makeSession()
        let bought = try await session.buyProduct(identifier: "coins")
        #expect(code { try session.approveAskToBuyTransaction(identifier: UInt(bought.id)) } == .invalidAction)
        #expect(code { try session.resolveIssueForTransaction(identifier: UInt(bought.id)) } == .invalidAction)
        #expect(code { try session.enableAutoRenewForTransaction(identifier: UInt(bought.id)) } == .invalidAction)
        #expect(
            code { try session.consentToPriceIncreaseForTransaction(identifier: UInt(bought.id)) } == .invalidAction)
    }

    @Test func signedIdentifiersWorkAsWell() async throws {
        let session = try makeSession()
        let bought = try await session.buyProduct(identifier: "coins")
        try session.refundTransaction(identifier: Int(bought.id))
        #expect(session.allTransactions()[0].cancelDate != nil)
        let negative = -1
        #expect(code { try session.refundTransaction(identifier: negative) } == .noTransactionFound)
    }

    @Test func aPurchaseThatWaitsHasNoTransactionToReturn() async throws {
        let session = try makeSession()
        session.askToBuyEnabled = true
        let error = await #expect(throws: SKTestError.self) { try await session.buyProduct(identifier: "coins") }
        #expect(error?.code == .invalidAction)
        #expect(session.allTransactions().count == 1)
    }

    @Test func aPurchaseInThePastHasItsWholeHistory() async throws {
        let session = try makeSession()
        let past = opening.addingTimeInterval(-100 * 86_400)
        let first = try await session.buyProduct(identifier: "gold", options: [.purchaseDate(past)])
        #expect(first.originalPurchaseDate == past)
        let history = try await Transaction.all(for: "gold").verified
        #expect(history.count == 4)
        #expect(history.map(\.reason) == [.renewal, .renewal, .renewal, .purchase])
        #expect(try await Transaction.currentEntitlements.verified.count == 1)
    }

    @Test func aPurchaseInThePastCanHaveBeenCancelledAtOnce() async throws {
        let session = try makeSession()
        let past = opening.addingTimeInterval(-100 * 86_400)
        try await session.buyProduct(
            identifier: "gold", options: [.purchaseDate(past, renewalBehavior: .cancelImmediately)])
        #expect(try await Transaction.all(for: "gold").verified.count == 1)
        #expect(try await Transaction.currentEntitlements.verified.isEmpty)
    }

    @Test func aPurchaseInTheFutureIsRefused() async throws {
        let session = try makeSession()
        await #expect(throws: SKTestError.self) {
            try await session.buyProduct(
                identifier: "gold", options: [.purchaseDate(session.now.addingTimeInterval(60))])
        }
    }

    @Test func anOfferCodeIsRedeemed() async throws {
        let session = try makeSession()
        let bought = try await session.buyProduct(identifier: "silver", options: [.codeOffer(referenceName: "SPRING")])
        #expect(bought.offer?.type == .code)
        #expect(bought.offer?.id == "SPRING")
        await #expect(throws: Product.PurchaseError.invalidOfferIdentifier) {
            try await session.buyProduct(identifier: "silver", options: [.codeOffer(referenceName: "NOTHING")])
        }
    }
}
