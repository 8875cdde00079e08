import Foundation
import StoreKit
import StoreKitTest
import Testing

typealias Finding = StoreKitDiagnostics.Finding

/// What is found, for each mistake, and what is not.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct DiagnosticsTests {
    let session: SKTestSession

    init() throws {
        let file = try #require(
            Bundle.module.url(forResource: "Store", withExtension: "storekit", subdirectory: "Fixtures"))
        session = try SKTestSession(contentsOf: file, startingAt: Date(timeIntervalSince1970: 1_767_225_600))
    }

    private func start(patience: Duration = .zero) {
        session.startDiagnostics(patience: patience)
    }

    private func findings() async -> [Finding] {
        await session.endDiagnostics(recordingIssues: false)
    }

    private func until(_ condition: () -> Bool) async {
        await eventually("it came about") { condition() }
    }

    private func buy(_ id: String) async throws -> VerificationResult<Transaction> {
        let product = try #require(try await Product.products(for: [id]).first)
        guard case .success(let result) = try await product.purchase() else { throw CancellationError() }
        return result
    }

    private func entitlement() async throws -> VerificationResult<Transaction> {
        var entitlements = Transaction.currentEntitlements.makeAsyncIterator()
        return try #require(await entitlements.next())
    }

    // MARK: 1, a listener that starts late

    @Test func aListenerThatStartsLongAfterATransactionArrivedIsFound() async throws {
        start()
        try await session.buyProduct(identifier: "coins")
        session.advance(by: .seconds(60))

        var updates = Transaction.updates.makeAsyncIterator()
        let transaction = try #require(await updates.next()).payloadValue
        await transaction.finish()

        let found = try #require(await findings().first)
        #expect(found.mistake == .lateListener)
        #expect(found.transactionID == transaction.id)
        #expect(found.message.contains("60 seconds"))
    }

    @Test func aTransactionThatWaitedForTheLaunchCountsFromTheLaunch() async throws {
        try await session.buyProduct(identifier: "coins")
        session.advance(by: .seconds(86_400))
        start()
        session.advance(by: .seconds(10))

        var updates = Transaction.updates.makeAsyncIterator()
        await (try #require(await updates.next()).payloadValue).finish()

        #expect(await findings() == [])
    }

    @Test func anAppThatNeverListensIsFound() async throws {
        start()
        _ = try await buy("lifetime").payloadValue.finish()
        try await session.buyProduct(identifier: "coins")
        session.advance(by: .seconds(60))

        #expect(await findings().map(\.mistake) == [.lateListener])
    }

    @Test func aRunThatEndsDuringItsLaunchIsNotFound() async throws {
        start()
        try await session.buyProduct(identifier: "coins")
        session.advance(by: .seconds(19))

        #expect(await findings() == [])
    }

    @Test func aListenerThatStopsIsFoundWhenSomethingComesAfterIt() async throws {
        start()
        try await session.buyProduct(identifier: "coins")
        var updates: Transaction.Transactions.AsyncIterator? = Transaction.updates.makeAsyncIterator()
        await (try #require(await updates?.next()).payloadValue).finish()
        updates = nil

        let unheard = try await session.buyProduct(identifier: "season")
        session.advance(by: .seconds(60))

        let found = await findings()
        #expect(found.map(\.mistake) == [.lateListener])
        #expect(found.first?.transactionID == unheard.id)
    }

    @Test func aSecondListenerIsNotLate() async throws {
        let app = CarefulApp()
        start()
        try await session.buyProduct(identifier: "lifetime")
        await until { app.deliveries == 1 }
        session.advance(by: .seconds(60))

        let screen = Task { for await _ in Transaction.updates {} }
        try await session.buyProduct(identifier: "coins")
        await until { app.deliveries == 2 }
        screen.cancel()

        #expect(await findings() == [])
    }

    // MARK: 2, never finished

    @Test func aPurchaseThatIsNotFinishedIsFound() async throws {
        start()
        let bought = try await buy("coins").payloadValue

        let found = await findings()

        #expect(found.map(\.mistake) == [.neverFinished])
        #expect(found.first?.transactionID == bought.id)
        #expect(found.first?.message.contains("purchase(options:)") == true)
        #expect(found.first?.callSite == nil)
    }

    @Test func whatAListenerLeavesUnfinishedIsFound() async throws {
        start()
        var updates = Transaction.updates.makeAsyncIterator()
        try await session.buyProduct(identifier: "coins")
        _ = await updates.next()

        let found = await findings()

        #expect(found.map(\.mistake) == [.neverFinished])
        #expect(found.first?.message.contains("Transaction.updates") == true)
    }

    @Test func whatAListenerPassesOverIsFoundEvenWhenItIsGone() async throws {
        start()
        try await session.buyProduct(identifier: "coins")
        try await session.buyProduct(identifier: "season")
        var updates: Transaction.Transactions.AsyncIterator? = Transaction.updates.makeAsyncIterator()
        let passedOver = try #require(await updates?.next()).payloadValue
        _ = await updates?.next()
        // The app goes away over the second.
        updates = nil

        let found = await findings()

        #expect(found.map(\.mistake) == [.neverFinished])
        #expect(found.first?.transactionID == passedOver.id)
    }

    @Test func whatTheAppSaysItLeavesOnPurposeIsNotFound() async throws {
        start()
        let bought = try await buy("coins").payloadValue
        StoreKitDiagnostics.reportDeferred(bought)
        for await _ in Transaction.unfinished {}

        #expect(await findings() == [])
    }

    @Test func whatFailsVerificationNeedNotBeFinished() async throws {
        start()
        try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
        _ = try await buy("coins")

        #expect(await findings() == [])
    }

    @Test func anAppThatIsStillAtWorkIsWaitedFor() async throws {
        start(patience: .seconds(30))
        let bought = try await buy("coins").payloadValue
        let work = Task {
            for _ in 0..<100 { await Task.yield() }
            await bought.finish()
        }

        #expect(await findings() == [])
        await work.value
    }

    // MARK: 3, finished too early

    @Test func finishingBeforeTheWorkIsDurableIsFoundAtItsReport() async throws {
        start()
        let bought = try await buy("coins").payloadValue
        await bought.finish()
        let line = #line + 1
        StoreKitDiagnostics.reportDurable(bought)

        let found = await findings()

        #expect(found.map(\.mistake) == [.finishedTooEarly])
        #expect(found.first?.callSite?.fileID == "StoreKitTestTests/DiagnosticsTests.swift")
        #expect(found.first?.callSite?.line == line)
    }

    @Test func finishingWhatNeverBecomesDurableIsFound() async throws {
        start()
        let good = try await buy("coins").payloadValue
        StoreKitDiagnostics.reportDurable(good)
        await good.finish()
        let lost = try await buy("season").payloadValue
        await lost.finish()

        let found = await findings()

        #expect(found.map(\.mistake) == [.finishedTooEarly])
        #expect(found.first?.transactionID == lost.id)
        #expect(found.first?.callSite == nil)
    }

    @Test func anAppThatReportsNothingIsNotSuspected() async throws {
        start()
        await (try await buy("coins").payloadValue).finish()

        #expect(await findings() == [])
    }

    // MARK: 4, two owners

    @Test func twoListenersThatFinishTheSameTransactionAreFound() async throws {
        start()
        try await session.buyProduct(identifier: "coins")
        var model = Transaction.updates.makeAsyncIterator()
        let first = try #require(await model.next()).payloadValue
        session.advance(by: .seconds(60))
        var screen = Transaction.updates.makeAsyncIterator()
        let second = try #require(await screen.next()).payloadValue
        await first.finish()
        await second.finish()

        let found = await findings()

        #expect(found.map(\.mistake) == [.twoOwners])
        #expect(found.first?.transactionID == first.id)
        #expect(found.first?.callSite == nil)
    }

    @Test func aListenerMayFinishAgain() async throws {
        start()
        try await session.buyProduct(identifier: "coins")
        var updates = Transaction.updates.makeAsyncIterator()
        let transaction = try #require(await updates.next()).payloadValue
        for _ in 0..<2 { await transaction.finish() }

        #expect(await findings() == [])
    }

    @Test func aListenerInTheStepsOfAnotherMayFinishWhatThatOneFinished() async throws {
        start()
        try await session.buyProduct(identifier: "coins")
        var updates = Transaction.updates.makeAsyncIterator()
        let first = try #require(await updates.next()).payloadValue
        // Frees the listener before there is another.
        updates = Transaction.unfinished.makeAsyncIterator()
        updates = Transaction.updates.makeAsyncIterator()
        let second = try #require(await updates.next()).payloadValue
        #expect(first == second)
        await first.finish()
        await second.finish()

        #expect(await findings() == [])
    }

    @Test func aPurchaseMayBeFinishedAgainWhereItIsReadAgain() async throws {
        start()
        let bought = try await buy("lifetime").payloadValue
        for _ in 0..<2 { await bought.finish() }
        await (try await entitlement().payloadValue).finish()

        #expect(await findings() == [])
    }

    @Test func aTransactionThatComesAgainRefundedIsFinishedAgain() async throws {
        let app = CarefulApp()
        start(patience: .seconds(30))
        try await app.buy("lifetime")
        try session.refundTransaction(identifier: 0 as UInt)
        await until { app.deliveries == 2 }

        #expect(await findings() == [])
        #expect(app.owned.isEmpty)
    }

    // MARK: 5, what happened while the app was closed

    @Test func aRunThatAsksForNothingAfterARenewalIsFound() async throws {
        start()
        _ = try await buy("gold").payloadValue.finish()

        await session.whileAppIsClosed { session.advance(by: .seconds(40 * 86_400)) }

        // The app trusts what it wrote down, and waits for news that will not come.
        let found = await findings()
        #expect(found.map(\.mistake) == [.notLookedForAtLaunch])
        #expect(found.first?.transactionID == 1)
    }

    @Test func listeningAloneDoesNotTellOfALapse() async throws {
        start()
        let bought = try await buy("gold").payloadValue
        await bought.finish()
        try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))

        await session.whileAppIsClosed { session.advance(by: .seconds(40 * 86_400)) }
        var updates = Transaction.updates.makeAsyncIterator()
        async let next = updates.next()
        await (try await session.buyProduct(identifier: "lifetime")).finish()
        _ = await next

        let found = await findings()
        #expect(found.map(\.mistake) == [.notLookedForAtLaunch])
        #expect(found.first?.message.contains("ended while the app was closed") == true)
    }

    @Test func anAppThatLooksAtItsLaunchIsNotFound() async throws {
        var app: CarefulApp? = CarefulApp()
        start(patience: .seconds(30))
        try await app?.buy("gold")
        app = nil

        await session.whileAppIsClosed {
            session.advance(by: .seconds(40 * 86_400))
            try? session.expireSubscription(productIdentifier: "gold")
        }
        let next = CarefulApp()
        await next.refresh()

        #expect(await findings() == [])
        #expect(next.owned.isEmpty)
        #expect(next.deliveries == 1)
    }

    @Test func theListenersOfTheEarlierRunEnd() async throws {
        start()
        try await session.buyProduct(identifier: "coins")
        var updates = Transaction.updates.makeAsyncIterator()
        var statuses = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
        await (try #require(await updates.next()).payloadValue).finish()

        try await session.whileAppIsClosed { try await session.buyProduct(identifier: "gold") }

        #expect(await updates.next() == nil)
        #expect(await statuses.next() == nil)
        var next = Transaction.updates.makeAsyncIterator()
        let gold = try #require(await next.next()).payloadValue
        await gold.finish()
        #expect(gold.productID == "gold")
        #expect(await findings() == [])
    }

    // MARK: 6, wrong access

    @Test func accessForAnUnverifiedTransactionIsFound() async throws {
        start()
        try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
        let line = #line + 1
        StoreKitDiagnostics.reportAccess(try await buy("lifetime"))

        let found = await findings()
        #expect(found.map(\.mistake) == [.wrongAccess])
        #expect(found.first?.message.contains("failed verification") == true)
        #expect(found.first?.callSite?.line == line)
    }

    @Test func accessForARefundedTransactionIsFound() async throws {
        start()
        await (try await buy("lifetime").payloadValue).finish()
        var updates = Transaction.updates.makeAsyncIterator()
        async let refunded = updates.next()
        try session.refundTransaction(identifier: 0 as UInt)
        StoreKitDiagnostics.reportAccess(try #require(await refunded))

        #expect(await findings().map(\.mistake) == [.wrongAccess])
    }

    @Test func accessForAnUpgradedTransactionIsFound() async throws {
        start()
        await (try await buy("silver").payloadValue).finish()
        await (try await buy("gold").payloadValue).finish()
        let upgraded = try #require(await Transaction.latest(for: "silver"))
        var updates = Transaction.updates.makeAsyncIterator()
        _ = await updates.next()
        StoreKitDiagnostics.reportAccess(upgraded)

        #expect(await findings().map(\.mistake) == [.wrongAccess])
    }

    @Test func accessForAnExpiredTransactionIsFound() async throws {
        start()
        let bought = try await buy("gold")
        await (try bought.payloadValue).finish()
        try session.disableAutoRenewForTransaction(identifier: 0 as UInt)
        session.advance(by: .seconds(40 * 86_400))
        StoreKitDiagnostics.reportAccess(bought)

        let found = await findings()
        #expect(found.map(\.mistake) == [.wrongAccess])
        #expect(found.first?.message.contains("expired") == true)
    }

    @Test func accessInTheGracePeriodIsRight() async throws {
        start()
        await (try await buy("gold").payloadValue).finish()
        session.billingGracePeriodIsEnabled = true
        session.shouldEnterBillingRetryOnRenewal = true
        session.advance(by: .seconds(32 * 86_400))
        StoreKitDiagnostics.reportAccess(try await entitlement())

        #expect(await findings() == [])
    }

    // MARK: All of it

    @Test(.storeKitDiagnostics) func aCarefulAppIsNotNoticed() async throws {
        let watched = try SKTestSession(configurationFileNamed: "Store")
        var app: CarefulApp? = CarefulApp()
        try await app?.buy("silver")
        try await app?.buy("gold")
        try await app?.buy("coins", options: [.quantity(3)])
        try await watched.buyProduct(identifier: "lifetime")
        try watched.refundTransaction(identifier: UInt(try #require(watched.allTransactions().last).identifier))
        try watched.forceRenewalOfSubscription(productIdentifier: "gold")
        app = nil
        try await watched.whileAppIsClosed {
            watched.advance(by: .seconds(100 * 86_400))
            try await watched.buyProduct(identifier: "season")
        }
        let next = CarefulApp()
        await next.refresh()
        #expect(next.owned == ["gold", "season"])
    }

    @Test func withoutAWatchNothingIsToldAndNothingIsFound() async throws {
        let bought = try await buy("coins")
        StoreKitDiagnostics.reportAccess(bought)
        StoreKitDiagnostics.reportDurable(try bought.payloadValue)

        #expect(await findings() == [])
    }
}
