import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.timeLimit(.minutes(5))) struct UpdatesTests {
    @Test func anIteratorBeginsWithTheUnfinishedOldestFirst() async throws {
        let session = try makeSession()
        let first = try await session.buyProduct(identifier: "coins")
        session.advance(by: .seconds(1))
        let second = try await session.buyProduct(identifier: "lifetime")
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(try await updates.nextVerified().id == first.id)
        #expect(try await updates.nextVerified().id == second.id)
    }

    @Test func everyIteratorReceivesEachUnfinishedOnce() async throws {
        let session = try makeSession()
        let waiting = try await session.buyProduct(identifier: "coins")
        for _ in 0..<3 {
            var updates = Transaction.updates.makeAsyncIterator()
            #expect(try await updates.nextVerified() == waiting)
        }
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(try await updates.nextVerified() == waiting)
        let next = try await session.buyProduct(identifier: "lifetime")
        #expect(try await updates.nextVerified() == next)
    }

    @Test func aPurchaseOutsideTheAppReachesEveryLiveIterator() async throws {
        let session = try makeSession()
        try session.buyProduct(productIdentifier: "coins")
        var first = Transaction.updates.makeAsyncIterator()
        var second = Transaction.updates.makeAsyncIterator()
        _ = try await (first.nextVerified(), second.nextVerified())
        let bought = try await session.buyProduct(identifier: "lifetime")
        #expect(try await first.nextVerified() == bought)
        #expect(try await second.nextVerified() == bought)
    }

    @Test func aPurchaseInTheAppIsNotSentLiveButWaitsForTheNextIterator() async throws {
        let session = try makeSession()
        try session.buyProduct(productIdentifier: "coins")
        var live = Transaction.updates.makeAsyncIterator()
        let coins = try await live.nextVerified()
        let bought = try await buy("lifetime")
        let renewed = try await session.buyProduct(identifier: "season")
        #expect(try await live.nextVerified() == renewed)

        var later = Transaction.updates.makeAsyncIterator()
        var received: Set<UInt64> = []
        for _ in 0..<3 { received.insert(try await later.nextVerified().id) }
        #expect(received == [coins.id, bought.id, renewed.id])
    }

    @Test func whatIsFinishedIsNotDeliveredAgain() async throws {
        let session = try makeSession()
        let finished = try await session.buyProduct(identifier: "lifetime")
        await finished.finish()
        await finished.finish()
        let unfinished = try await session.buyProduct(identifier: "coins")
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(try await updates.nextVerified() == unfinished)
    }

    @Test func anApprovedPurchaseArrivesUnfinished() async throws {
        let session = try makeSession()
        session.askToBuyEnabled = true
        guard case .pending = try await product("lifetime").purchase() else {
            Issue.record("the purchase does not wait")
            return
        }
        #expect(try await Transaction.all.verified.isEmpty)
        let pending = try #require(session.allTransactions().first)
        #expect(pending.pendingAskToBuyConfirmation)
        #expect(pending.state == .deferred)
        try session.approveAskToBuyTransaction(identifier: pending.identifier)
        var updates = Transaction.updates.makeAsyncIterator()
        let arrived = try await updates.nextVerified()
        #expect(arrived.productID == "lifetime")
        #expect(try await Transaction.unfinished.verified == [arrived])
        #expect(try await Transaction.currentEntitlements.verified == [arrived])
    }

    @Test func aDeclinedPurchaseNeverArrives() async throws {
        let session = try makeSession()
        session.askToBuyEnabled = true
        _ = try await product("lifetime").purchase()
        let pending = try #require(session.allTransactions().first)
        try session.declineAskToBuyTransaction(identifier: pending.identifier)
        #expect(session.allTransactions().isEmpty)
        session.askToBuyEnabled = false
        let other = try await session.buyProduct(identifier: "coins")
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(try await updates.nextVerified() == other)
    }

    @Test func aRefundComesAsTheSameTransactionWithItsRevocation() async throws {
        let session = try makeSession()
        let bought = try await session.buyProduct(identifier: "lifetime")
        var updates = Transaction.updates.makeAsyncIterator()
        _ = try await updates.nextVerified()
        await bought.finish()
        session.advance(by: .seconds(60))
        try session.refundTransaction(identifier: UInt(bought.id))
        let refunded = try await updates.nextVerified()
        #expect(refunded.id == bought.id)
        #expect(refunded.revocationDate == session.now)
        #expect(refunded.revocationReason == .other)
        #expect(refunded.revocationType == .fullRefund)
        #expect(refunded.revocationPercentage == 100)
        #expect(refunded.signedDate > bought.signedDate)
        #expect(try await Transaction.currentEntitlements.verified.isEmpty)
        #expect(try await Transaction.latest(for: "lifetime")?.payloadValue == refunded)
    }

    @Test func whatChangesWhileNobodyListensWaitsForTheNextListener() async throws {
        let session = try makeSession()
        let bought = try await session.buyProduct(identifier: "lifetime")
        do {
            var updates = Transaction.updates.makeAsyncIterator()
            _ = try await updates.nextVerified()
        }
        await bought.finish()
        try session.refundTransaction(identifier: UInt(bought.id))
        let coins = try await session.buyProduct(identifier: "coins")
        var updates = Transaction.updates.makeAsyncIterator()
        var received: [Transaction] = []
        for _ in 0..<2 { received.append(try await updates.nextVerified()) }
        #expect(Set(received.map(\.id)) == [bought.id, coins.id])
        #expect(received.first { $0.id == bought.id }?.revocationDate != nil)
        // Each came once.
        let season = try await session.buyProduct(identifier: "season")
        #expect(try await updates.nextVerified() == season)
    }

    @Test func finishingAPurchaseDoesNotHideItsRefundFromTheNextListener() async throws {
        let session = try makeSession()
        let bought = try await buy("lifetime")
        try session.refundTransaction(identifier: UInt(bought.id))
        await bought.finish()
        var updates = Transaction.updates.makeAsyncIterator()
        let refunded = try await updates.nextVerified()
        #expect(refunded.id == bought.id)
        #expect(refunded.revocationDate != nil)
        await refunded.finish()
        #expect(try await Transaction.unfinished.verified.isEmpty)
        // It came once.
        let coins = try await session.buyProduct(identifier: "coins")
        #expect(try await updates.nextVerified() == coins)
    }

    @Test func aRefundInHandComesAgainAtTheNextLaunchWhenOnlyThePurchaseWasFinished() async throws {
        let session = try makeSession()
        let bought = try await buy("lifetime")
        do {
            var updates = Transaction.updates.makeAsyncIterator()
            #expect(try await updates.nextVerified() == bought)
            try session.refundTransaction(identifier: UInt(bought.id))
            #expect(try await updates.nextVerified().revocationDate != nil)
            await bought.finish()
        }
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(try await updates.nextVerified().revocationDate != nil)
    }

    @Test func renewalsArriveInOrderAsTimeAdvances() async throws {
        let session = try makeSession()
        let first = try await session.buyProduct(identifier: "gold")
        var updates = Transaction.updates.makeAsyncIterator()
        _ = try await updates.nextVerified()
        session.advance(by: .seconds(100 * 86_400))
        var expiration = try #require(first.expirationDate)
        for _ in 0..<3 {
            let renewal = try await updates.nextVerified()
            #expect(renewal.reason == .renewal)
            #expect(renewal.originalID == first.id)
            #expect(renewal.purchaseDate == expiration)
            expiration = try #require(renewal.expirationDate)
        }
        #expect(expiration > session.now)
    }

    @Test func anUpgradeDeliversTheSupersededTransaction() async throws {
        let session = try makeSession()
        let silver = try await buy("silver.yearly")
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(try await updates.nextVerified() == silver)
        session.advance(by: .seconds(60))
        let gold = try await buy("gold")
        let superseded = try await updates.nextVerified()
        #expect(superseded.id == silver.id)
        #expect(superseded.isUpgraded)
        #expect(gold.originalID == silver.originalID)
        #expect(try await Transaction.currentEntitlements.verified == [gold])
    }

    @Test func inACancelledTaskTheSequenceEnds() async throws {
        let session = try makeSession()
        let waiting = Task {
            for await _ in Transaction.updates {}
            return true
        }
        waiting.cancel()
        #expect(await waiting.value)
        _ = session
    }

    @Test func aCancelledListenerTakesNothingFromTheOthers() async throws {
        let session = try makeSession()
        var staying = Transaction.updates.makeAsyncIterator()
        try session.buyProduct(productIdentifier: "coins")
        _ = try await staying.nextVerified()
        let leaving = Task { for await _ in Transaction.updates {} }
        leaving.cancel()
        await leaving.value
        let bought = try await session.buyProduct(identifier: "lifetime")
        #expect(try await staying.nextVerified() == bought)
    }

    @Test func aListenerThatBeganBeforeTheSessionReceivesWhatComes() async throws {
        let received = Task {
            for await result in Transaction.updates { return try? result.payloadValue }
            return nil
        }
        await Task.yield()
        let session = try makeSession()
        let bought = try await session.buyProduct(identifier: "lifetime")
        #expect(await received.value == bought)
    }

    @Test func aListenerGoesOnWithTheSessionThatReplacesItsOwn() async throws {
        let first = try makeSession()
        try first.buyProduct(productIdentifier: "coins")
        var updates = Transaction.updates.makeAsyncIterator()
        _ = try await updates.nextVerified()
        let second = try makeSession()
        let bought = try await second.buyProduct(identifier: "lifetime")
        let received = try await updates.nextVerified()
        #expect(received == bought)
    }

    @Test func clearedTransactionsAreNotDelivered() async throws {
        let session = try makeSession()
        try session.buyProduct(productIdentifier: "coins")
        session.clearTransactions()
        let bought = try await session.buyProduct(identifier: "lifetime")
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(try await updates.nextVerified() == bought)
    }

    @Test func manyListenersReceiveManyPurchasesInOrder() async throws {
        let session = try makeSession()
        let count = 50
        let first = try await session.buyProduct(identifier: "coins")
        try await withThrowingTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<6 {
                group.addTask {
                    var received: [UInt64] = []
                    for await result in Transaction.updates {
                        received.append(try result.payloadValue.id)
                        if received.count == count { break }
                    }
                    return received
                }
            }
            for _ in 1..<count { try session.buyProduct(productIdentifier: "coins") }
            let expected = Array(first.id..<first.id + UInt64(count))
            for try await received in group { #expect(received == expected) }
        }
    }

    @Test func twoThousandUnfinishedAreDeliveredOnceEach() async throws {
        let session = try makeSession()
        let count = 2_000
        for _ in 0..<count { try session.buyProduct(productIdentifier: "coins") }
        var seen: Set<UInt64> = []
        var updates = Transaction.updates.makeAsyncIterator()
        for _ in 0..<count {
            let transaction = try await updates.nextVerified()
            #expect(seen.insert(transaction.id).inserted)
        }
        let next = try await session.buyProduct(identifier: "lifetime")
        #expect(try await updates.nextVerified() == next)
    }
}
