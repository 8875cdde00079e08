import Foundation
import StoreKit
import StoreKitTest
import Testing

/// Each option off and on.
@Suite(.timeLimit(.minutes(1))) struct StoreKitBehaviourTests {
    @Test(arguments: [false, true]) func aPurchaseOfThisDeviceIsAnnouncedOnlyWhenAskedFor(isOn: Bool) async throws {
        let session = try makeSession()
        if isOn { session.behaviour = .announcesOwnPurchases }
        let waiting = try await session.buyProduct(identifier: "season")
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(try await updates.nextVerified() == waiting)

        let bought = try await buy("gold")
        await bought.finish()
        let later = try await session.buyProduct(identifier: "lifetime")

        #expect(try await updates.nextVerified().id == (isOn ? bought.id : later.id))
    }

    @Test func aPurchaseThatIsAnnouncedReachesANewListenerOnce() async throws {
        let session = try makeSession()
        session.behaviour = .announcesOwnPurchases
        let bought = try await buy("gold")
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(try await updates.nextVerified() == bought)

        let next = try await session.buyProduct(identifier: "lifetime")

        #expect(try await updates.nextVerified() == next)
    }

    @Test(arguments: [false, true]) func listsLagBehindAPurchaseForASecond(isOn: Bool) async throws {
        let session = try makeSession()
        if isOn { session.behaviour = .listsPurchasesLate }
        let bought = try await buy("gold")

        func isListed() async throws -> [Bool] {
            [
                try await !Transaction.all.verified.isEmpty,
                try await !Transaction.currentEntitlements.verified.isEmpty,
                try await !Transaction.unfinished.verified.isEmpty,
                await Transaction.latest(for: "gold") != nil,
                await bought.subscriptionStatus != nil,
            ]
        }
        #expect(try await isListed() == Array(repeating: !isOn, count: 5))
        session.advance(by: .milliseconds(999))
        #expect(try await isListed() == Array(repeating: !isOn, count: 5))
        session.advance(by: .milliseconds(1))
        #expect(try await isListed() == Array(repeating: true, count: 5))
    }

    @Test func aLaggingListKeepsNothingFromAListener() async throws {
        let session = try makeSession()
        session.behaviour = .listsPurchasesLate
        let bought = try await buy("gold")

        var updates = Transaction.updates.makeAsyncIterator()

        #expect(try await updates.nextVerified() == bought)
    }

    @Test(arguments: [false, true]) func billingRetryIsAnEntitlementOnlyWhenAskedFor(isOn: Bool) async throws {
        let session = try makeSession()
        if isOn { session.behaviour = .entitlesDuringBillingRetry }
        try await buy("gold")
        try await buy("lifetime")
        session.shouldEnterBillingRetryOnRenewal = true

        try session.forceRenewalOfSubscription(productIdentifier: "gold")

        #expect(
            try await Set(Transaction.currentEntitlements.verified.map(\.productID))
                == (isOn ? ["gold", "lifetime"] : ["lifetime"]))
        #expect(try await Transaction.currentEntitlements(for: "gold").verified.count == (isOn ? 1 : 0))
        #expect(try await Transaction.currentEntitlements(for: "silver").verified.isEmpty)
    }

    @Test(arguments: [false, true]) func buyingAfterALapseStartsAnewUnlessAskedOtherwise(isOn: Bool) async throws {
        let session = try makeSession()
        if isOn { session.behaviour = .handsBackLapsedSubscription }
        let first = try await buy("gold")
        try session.expireSubscription(productIdentifier: "gold")

        let second = try await buy("gold")

        #expect((second.id == first.id) == isOn)
        #expect(try await Transaction.currentEntitlements.verified.isEmpty == isOn)
    }

    @Test func aRunningSubscriptionIsNoLapsedOne() async throws {
        let session = try makeSession()
        session.behaviour = .handsBackLapsedSubscription
        try await buy("silver")

        #expect(try await buy("gold").productID == "gold")
    }

    @Test(arguments: [false, true]) func aDeclinedRequestIsSilentUnlessAskedOtherwise(isOn: Bool) async throws {
        let session = try makeSession()
        if isOn { session.behaviour = .deliversDeclinedRequests }
        session.askToBuyEnabled = true
        guard case .pending = try await product("lifetime").purchase() else {
            Issue.record("the purchase does not wait")
            return
        }

        let request = try #require(session.allTransactions().first)
        try session.declineAskToBuyTransaction(identifier: request.identifier)

        #expect(try await Transaction.unfinished.verified.map(\.productID) == (isOn ? ["lifetime"] : []))
    }

    @Test(arguments: [false, true]) func disarmingDisarmsUnlessAskedOtherwise(isOn: Bool) async throws {
        let session = try makeSession()
        if isOn { session.behaviour = .disarmingArmsUnknownError }
        try await session.setSimulatedError(.generic(.unsupported), forAPI: .loadProducts)
        try await session.setSimulatedError(.verification(.invalidEncoding), forAPI: .verification)

        try await session.setSimulatedError(nil, forAPI: .loadProducts)
        try await session.setSimulatedError(nil, forAPI: .verification)

        #expect(await session.simulatedError(forAPI: .loadProducts) == nil)
        if isOn {
            #expect(await error { _ = try await product("lifetime") } == "unknown")
        } else {
            #expect(try await buy("lifetime").productID == "lifetime")
        }
    }

    @Test(arguments: [false, true]) func aFailureThrowsTheArmedErrorUnlessAskedOtherwise(isOn: Bool) async throws {
        let session = try makeSession()
        if isOn { session.behaviour = .simulatedFailuresThrowUnknown }
        let lifetime = try await product("lifetime")
        try await session.setSimulatedError(.purchase(.purchaseNotAllowed), forAPI: .purchase)
        try await session.setSimulatedError(.generic(.unsupported), forAPI: .loadProducts)

        #expect(await error { _ = try await lifetime.purchase() } == (isOn ? "unknown" : "purchaseNotAllowed"))
        #expect(await error { _ = try await product("lifetime") } == (isOn ? "unknown" : "unsupported"))
        #expect(await session.simulatedError(forAPI: .purchase) == .purchase(.purchaseNotAllowed))
    }

    @Test func theArmedErrorIsThrownAgainWhenTheBehaviourIsTakenBack() async throws {
        let session = try makeSession()
        session.behaviour = .simulatedFailuresThrowUnknown
        try await session.setSimulatedError(.generic(.unsupported), forAPI: .loadProducts)

        session.behaviour = []

        #expect(await error { _ = try await product("lifetime") } == "unsupported")
    }

    @Test(arguments: [false, true]) func aLateListenerLosesWhatWaitedOnlyWhenAskedFor(isOn: Bool) async throws {
        let session = try makeSession()
        if isOn { session.behaviour = .deliversUnfinishedOnce }
        let waiting = try await session.buyProduct(identifier: "lifetime")
        var first = Transaction.updates.makeAsyncIterator()
        #expect(try await first.nextVerified() == waiting)

        // Another screen, which listens too and appears only now.
        let late = Task {
            var updates = Transaction.updates.makeAsyncIterator()
            return try await updates.nextVerified().productID
        }
        let others = Task {
            while !Task.isCancelled {
                try await session.buyProduct(identifier: "coins")
                await Task.yield()
            }
        }

        #expect(try await late.value == (isOn ? "coins" : "lifetime"))
        others.cancel()
        #expect(try await Transaction.unfinished.verified.contains(waiting))
    }

    @Test(arguments: [false, true]) func anUpgradedSubscriptionStaysListedOnlyWhenAskedFor(isOn: Bool) async throws {
        let session = try makeSession()
        if isOn { session.behaviour = .entitlesUpgraded }
        let silver = try await buy("silver.yearly")
        let gold = try await buy("gold")

        #expect(
            try await Set(Transaction.currentEntitlements.verified.map(\.id))
                == (isOn ? [silver.id, gold.id] : [gold.id]))

        session.advance(to: try #require(silver.expirationDate))
        #expect(try await Transaction.currentEntitlements.verified.allSatisfy { !$0.isUpgraded })
    }

    @Test(arguments: [false, true]) func anUnfinishedConsumableBlocksTheNextOnlyWhenAskedFor(isOn: Bool) async throws {
        let session = try makeSession()
        if isOn { session.behaviour = .repeatsUnfinishedConsumable }
        let first = try await buy("coins")

        #expect((try await buy("coins").id == first.id) == isOn)

        for transaction in try await Transaction.unfinished.verified { await transaction.finish() }
        #expect(try await buy("coins").id > first.id)
    }

    // MARK: Settings

    @Test func aSessionBeginsWithNothingAndResetsToIt() throws {
        let session = try makeSession()
        #expect(session.behaviour == [])

        session.behaviour = .iOS27
        session.resetToDefaultState()

        #expect(session.behaviour == [])
    }

    private func error(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return "\(error)"
        }
    }
}
