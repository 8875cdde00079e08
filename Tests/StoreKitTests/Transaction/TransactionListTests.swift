import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.timeLimit(.minutes(5))) struct TransactionListTests {
    @Test func allIsNewestFirst() async throws {
        let session = try makeSession()
        var ids: [UInt64] = []
        for product in ["coins", "lifetime", "season"] {
            ids.append(try await session.buyProduct(identifier: product).id)
            session.advance(by: .seconds(1))
        }
        #expect(try await Transaction.all.verified.map(\.id) == ids.reversed())
        #expect(try await Transaction.all(for: "lifetime").verified.map(\.productID) == ["lifetime"])
    }

    @Test func whatWasBoughtInTheAppIsThereAtOnce() async throws {
        _ = try makeSession()
        let bought = try await buy("lifetime")
        #expect(try await Transaction.unfinished.verified == [bought])
        #expect(try await Transaction.all.verified == [bought])
        #expect(try await Transaction.currentEntitlements.verified == [bought])
        #expect(try await Transaction.currentEntitlements(for: "lifetime").verified == [bought])
        #expect(try await Transaction.currentEntitlement(for: "lifetime")?.payloadValue == bought)
        #expect(try await Transaction.latest(for: "lifetime")?.payloadValue == bought)
        #expect(try await product("lifetime").latestTransaction?.payloadValue == bought)
        #expect(try await product("lifetime").currentEntitlement?.payloadValue == bought)
    }

    @Test func aConsumableIsNoEntitlementAndOnceFinishedInNoList() async throws {
        _ = try makeSession()
        let bought = try await buy("coins")
        #expect(try await Transaction.currentEntitlements.verified.isEmpty)
        #expect(try await Transaction.all.verified == [bought])
        await bought.finish()
        #expect(try await Transaction.all.verified.isEmpty)
        #expect(await Transaction.latest(for: "coins") == nil)
    }

    @Test func bothOfTwoNonRenewingSubscriptionsAreEntitlements() async throws {
        let session = try makeSession()
        let first = try await session.buyProduct(identifier: "season")
        session.advance(by: .seconds(400 * 86_400))
        let second = try await session.buyProduct(identifier: "season")
        #expect(first.expirationDate == nil)
        #expect(try await Set(Transaction.currentEntitlements.verified) == [first, second])
    }

    @Test func aListIsWhatTheStoreKnewWhenItWasFirstAsked() async throws {
        let session = try makeSession()
        try session.buyProduct(productIdentifier: "coins")
        try session.buyProduct(productIdentifier: "coins")
        var all = Transaction.all.makeAsyncIterator()
        _ = try await all.nextVerified()
        try session.buyProduct(productIdentifier: "lifetime")
        #expect(try await all.nextVerified().productID == "coins")
        #expect(await all.next() == nil)
        #expect(await all.next() == nil)
    }

    @Test func inACancelledTaskEverythingIsEmpty() async throws {
        let session = try makeSession()
        _ = try await session.buyProduct(identifier: "lifetime")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var count = 0
            for await _ in Transaction.currentEntitlements { count += 1 }
            for await _ in Transaction.all { count += 1 }
            count += try await Product.products(for: ["gold"]).count
            count += try await Product.SubscriptionInfo.status(for: "B1000000").count
            return (count, await Product.SubscriptionInfo.isEligibleForIntroOffer(for: "B1000000"))
        }
        let (count, isEligible) = try await task.value
        #expect(count == 0)
        #expect(isEligible)
    }

    @Test func aSequenceKnowsItsTestInADetachedTask() async throws {
        let session = try makeSession()
        let bought = try await session.buyProduct(identifier: "lifetime")
        let entitlements = Transaction.currentEntitlements
        let detached = Task.detached { try await entitlements.verified }
        #expect(try await detached.value == [bought])
    }

    @Test func aTransactionIsFinishedInTheStoreItCameFrom() async throws {
        _ = try makeSession()
        let bought = try await buy("lifetime")
        let other = try makeSession()
        let otherBought = try await other.buyProduct(identifier: "lifetime")
        #expect(otherBought.id == bought.id)
        await bought.finish()
        #expect(try await Transaction.unfinished.verified == [otherBought])
    }
}
