import AppStoreSimulator
import Foundation
import StoreKit
import StoreTransactionKit
import Testing

@testable import StoreKitTest

/// What a customer does and what the app then shows, over StoreKitTest's App Store.
@MainActor @Suite struct CustomerTests {
    let session: SKTestSession
    let ledger = Ledger()

    init() throws {
        let file = try #require(
            Bundle.module.url(forResource: "Store", withExtension: "storekit", subdirectory: "Fixtures"))
        session = try SKTestSession(contentsOf: file, startingAt: Date(timeIntervalSince1970: 1_700_000_000))
    }

    private func launch() -> TransactionStore<ProductID> {
        let session = session
        return TransactionStore(
            clock: StoreClock(now: { session.now }, sleep: { try await session.sleep(until: $0) }),
            handlerDeadline: .seconds(3600),
            handleTransaction: { [ledger] in try await ledger.handle($0) },
            reportFailure: { [ledger] in await ledger.report($0) }
        )
    }

    private func launched() async -> TransactionStore<ProductID> {
        let store = launch()
        await eventually("started") { store.entitlements != nil || store.startupError != nil }
        return store
    }

    private func product(_ id: ProductID) async throws -> Product {
        try #require(try await Product.products(for: [id.rawValue]).first)
    }

    private func transactionIDs(of store: TransactionStore<ProductID>) -> [UInt64]? {
        store.entitlements?.transactions.map(\.id)
    }

    // MARK: Buying

    @Test func anOutsidePurchaseIsShownOnlyAfterTheHandlerReturnedAndComesNotAgain() async throws {
        let store = await launched()
        #expect(store.activeEntitlements == [])
        let bought = try await session.buyProduct(identifier: "plus")
        await eventually("shown") { store.activeEntitlements == [.plus] }
        #expect(ledger.ids == [bought.id])
        let second = await launched()
        #expect(second.activeEntitlements == [.plus])
        try await second.close()
        try await store.close()
        #expect(ledger.ids == [bought.id])
    }

    @Test func aDirectPurchaseIsCompletedWithWhatTheAppStoreSignedOfIt() async throws {
        let store = await launched()
        let token = UUID()
        let result = try await product(.plus).purchase(options: [.appAccountToken(token)])
        guard case .completed(let transaction) = try await store.process(result) else {
            Issue.record("not completed")
            return
        }
        #expect(store.activeEntitlements == [.plus])
        #expect(transaction.productID == "plus")
        #expect(transaction.originalID == transaction.id)
        #expect(transaction.subscriptionGroupID == "E1000000")
        #expect(transaction.productType == .autoRenewable)
        #expect(transaction.environment == .xcode)
        #expect(transaction.offer == nil)
        #expect(transaction.storefrontCountryCode == "USA")
        #expect(transaction.storefrontID == "143441")
        #expect(transaction.price == Decimal(string: "1.99"))
        #expect(transaction.currency?.identifier == "USD")
        #expect(transaction.purchaseDate == session.now)
        #expect(transaction.originalPurchaseDate == session.now)
        #expect(try #require(transaction.expirationDate) > session.now)
        #expect(transaction.revocationDate == nil)
        #expect(transaction.revocationReason == nil)
        #expect(transaction.purchasedQuantity == 1)
        #expect(!transaction.isUpgraded)
        #expect(transaction.ownershipType == .purchased)
        #expect(transaction.reason == .purchase)
        #expect(transaction.appAccountToken == token)
        #expect(transaction.signedDate == session.now)
        #expect(transaction.jwsRepresentation.split(separator: ".").count == 3)
        try await store.close()
        #expect(ledger.ids == [transaction.id])
    }

    @Test func anInterruptedPurchaseCompletesThroughUpdatesOnceTheIssueIsResolved() async throws {
        session.interruptedPurchasesEnabled = true
        let store = await launched()
        let result = try await product(.plus).purchase()
        #expect(try await store.process(result) == .pending)
        #expect(store.activeEntitlements == [])
        let pending = try #require(session.allTransactions().first)
        try session.resolveIssueForTransaction(identifier: pending.identifier)
        await eventually("shown") { store.activeEntitlements == [.plus] }
        try await store.close()
    }

    @Test func anApprovedAskToBuyArrivesThroughUpdates() async throws {
        session.askToBuyEnabled = true
        let store = await launched()
        #expect(try await store.process(product(.plus).purchase()) == .pending)
        #expect(store.activeEntitlements == [])
        let pending = try #require(session.allTransactions().first { $0.pendingAskToBuyConfirmation })
        try session.approveAskToBuyTransaction(identifier: pending.identifier)
        await eventually("shown") { store.activeEntitlements == [.plus] }
        #expect(ledger.calls.count == 1)
        try await store.close()
    }

    @Test func aDeclinedAskToBuyGrantsNothing() async throws {
        session.askToBuyEnabled = true
        let store = await launched()
        #expect(try await store.process(product(.plus).purchase()) == .pending)
        let pending = try #require(session.allTransactions().first { $0.pendingAskToBuyConfirmation })
        try session.declineAskToBuyTransaction(identifier: pending.identifier)
        #expect(try await store.restorePurchases().transactions == [])
        #expect(!session.allTransactions().contains { $0.pendingAskToBuyConfirmation })
        try await store.close()
        #expect(ledger.calls.isEmpty)
    }

    // MARK: Launching

    @Test func aPurchaseFromBeforeTheLaunchIsShownAfterIt() async throws {
        let bought = try await session.buyProduct(identifier: "lifetime")
        let store = await launched()
        #expect(store.activeEntitlements == [.lifetime])
        #expect(ledger.ids == [bought.id])
        try await store.close()
    }

    @Test func aSubscriptionThatWillNotRenewIsShownAtLaunchUntilItExpires() async throws {
        let bought = try await session.buyProduct(identifier: "plus")
        try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))
        let store = await launched()
        #expect(store.activeEntitlements == [.plus])
        try await store.close()
    }

    @Test func aSubscriptionThatHasExpiredIsNotShownAtLaunch() async throws {
        let twoMonthsAgo = session.now.addingTimeInterval(-62 * 86_400)
        _ = try await session.buyProduct(
            identifier: "plus", options: [.purchaseDate(twoMonthsAgo, renewalBehavior: .cancelImmediately)])
        let store = await launched()
        #expect(store.activeEntitlements == [])
        try await store.close()
    }

    @Test func anUnfinishedPurchaseIsReplayedAtEachLaunchUntilItIsHandledDurably() async throws {
        let bought = try await session.buyProduct(identifier: "plus")
        ledger.refused = [bought.id]
        let first = await launched()
        #expect(first.activeEntitlements == nil)
        #expect(first.startupError as? Refused == Refused(id: bought.id))
        #expect(ledger.failures.map(\.transactionID) == [bought.id])
        try await first.close()

        ledger.refused = []
        let second = await launched()
        #expect(second.activeEntitlements == [.plus])
        try await second.close()
        #expect(ledger.ids == [bought.id])

        let third = await launched()
        #expect(third.activeEntitlements == [.plus])
        try await third.close()
        #expect(ledger.ids == [bought.id])
    }

    @Test func anUnverifiedUpdateIsReportedAndStaysUnfinished() async throws {
        let store = await launched()
        try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
        _ = try await session.buyProduct(identifier: "plus")
        await eventually("reported") { ledger.sources.contains(.updates) }
        #expect(ledger.calls.isEmpty)
        #expect(store.activeEntitlements == [])
        try await store.close()
        let next = await launched()
        await eventually("reported") { ledger.sources.contains(.unfinished) }
        #expect(next.activeEntitlements == [])
        #expect(ledger.calls.isEmpty)
        try await next.close()
    }

    // MARK: Subscribing

    @Test func anUpgradeMakesTheHigherLevelActiveAtOnceAndKeepsTheOtherInTheList() async throws {
        let store = await launched()
        _ = try await store.process(product(.plus).purchase())
        session.advance(by: .seconds(86_400))
        _ = try await store.process(product(.pro).purchase())
        #expect(store.activeEntitlements == [.pro])
        let plus = try #require(store.entitlements?.transactions.first { $0.productID == "plus" })
        #expect(plus.isUpgraded)
        try await store.close()
    }

    @Test func aDowngradeTakesEffectAtTheRenewal() async throws {
        let store = await launched()
        _ = try await store.process(product(.pro).purchase())
        _ = try await store.process(product(.plus).purchase())
        #expect(store.activeEntitlements == [.pro])
        try session.forceRenewalOfSubscription(productIdentifier: "pro")
        await eventually("downgraded") { store.activeEntitlements == [.plus] }
        try await store.close()
    }

    @Test func aSubscriptionThatWillNotRenewIsShownUntilItExpires() async throws {
        let store = await launched()
        let bought = try await session.buyProduct(identifier: "plus")
        await eventually("shown") { store.activeEntitlements == [.plus] }
        try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))
        try await store.refreshEntitlements()
        #expect(store.activeEntitlements == [.plus])
        try session.expireSubscription(productIdentifier: "plus")
        await eventually("removed") { store.activeEntitlements == [] }
        try await store.close()
    }

    @Test func accessEndsWhenTheStoresTimeReachesTheEnd() async throws {
        let store = await launched()
        let bought = try await session.buyProduct(identifier: "plus")
        await eventually("shown") { store.activeEntitlements == [.plus] }
        try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))
        session.advance(to: try #require(bought.expirationDate))
        await eventually("removed") { store.activeEntitlements == [] }
        try await store.close()
    }

    @Test func aRenewalIsANewTransactionOfTheSameLine() async throws {
        let store = await launched()
        let bought = try await session.buyProduct(identifier: "plus")
        await eventually("shown") { transactionIDs(of: store) == [bought.id] }
        try session.forceRenewalOfSubscription(productIdentifier: "plus")
        await eventually("renewed") { transactionIDs(of: store).map { $0 != [bought.id] } == true }
        let renewal = try #require(store.entitlements?.transactions.first)
        #expect(renewal.originalID == bought.id)
        #expect(renewal.reason == .renewal)
        #expect(ledger.ids == [bought.id, renewal.id])
        try await store.close()
    }

    @Test func theOldPeriodIsShownUntilTheRenewalIsHandledAndItIsNotReplayed() async throws {
        let store = await launched()
        let bought = try await session.buyProduct(identifier: "plus")
        await eventually("shown") { transactionIDs(of: store) == [bought.id] }
        ledger.holdsEverything = true
        try session.forceRenewalOfSubscription(productIdentifier: "plus")
        await eventually("with the handler") { ledger.inHand != nil }
        for _ in 0..<1000 { await Task.yield() }
        #expect(transactionIDs(of: store) == [bought.id])
        ledger.holdsEverything = false
        await eventually("renewed") { transactionIDs(of: store) != [bought.id] }
        try await store.close()
        let next = await launched()
        #expect(ledger.calls.count == 2)
        try await next.close()
    }

    @Test func renewalsWhileTheAppWasClosedAreHandledAtTheNextLaunch() async throws {
        let first = await launched()
        _ = try await first.process(product(.plus).purchase())
        try await first.close()
        session.advance(by: .seconds(100 * 86_400))
        let second = await launched()
        #expect(second.activeEntitlements == [.plus])
        #expect(ledger.ids.count == 4)
        #expect(Set(ledger.ids).count == 4)
        try await second.close()
    }

    @Test func aRefundEndsTheEntitlementAfterItsHandling() async throws {
        let store = await launched()
        let bought = try await session.buyProduct(identifier: "lifetime")
        await eventually("shown") { store.activeEntitlements == [.lifetime] }
        try session.refundTransaction(identifier: UInt(bought.id))
        await eventually("removed") { store.activeEntitlements == [] }
        #expect(ledger.entries == [.init(id: bought.id), .init(id: bought.id, isRevoked: true)])
        try await store.close()
    }

    @Test func aRefundThatIsTakenBackIsHandledAndTheEntitlementComesBack() async throws {
        let store = await launched()
        let bought = try await session.buyProduct(identifier: "lifetime")
        await eventually("shown") { store.activeEntitlements == [.lifetime] }
        for _ in 0..<2 {
            try session.refundTransaction(identifier: UInt(bought.id))
            await eventually("removed") { store.activeEntitlements == [] }
            try session.store.reverseRefund(transactionID: bought.id)
            await eventually("back") { store.activeEntitlements == [.lifetime] }
        }
        #expect(ledger.entries.map(\.isRevoked) == [false, true, false, true, false])
        try await store.close()
    }

    @Test func aRefundAndItsReversalThatComeWhileThePurchaseIsHandledAreHandledAfterIt() async throws {
        let store = await launched()
        ledger.holdsEverything = true
        let bought = try await session.buyProduct(identifier: "lifetime")
        await eventually("with the handler") { ledger.inHand == bought.id }
        try session.refundTransaction(identifier: UInt(bought.id))
        for _ in 0..<1000 { await Task.yield() }
        try session.store.reverseRefund(transactionID: bought.id)
        for _ in 0..<1000 { await Task.yield() }
        ledger.holdsEverything = false
        await eventually("shown") { ledger.entries.last?.isRevoked == false && store.activeEntitlements == [.lifetime] }
        #expect(ledger.entries.map(\.isRevoked) == [false, true, false])
        try await store.close()
    }

    @Test func aRefundBehindItsOwnPurchaseIsHandledByTheNextLaunchIfThisOneCannot() async throws {
        let store = await launched()
        ledger.holdsEverything = true
        let bought = try await session.buyProduct(identifier: "lifetime")
        await eventually("with the handler") { ledger.inHand == bought.id }
        ledger.refusesRevocations = true
        try session.refundTransaction(identifier: UInt(bought.id))
        for _ in 0..<1000 { await Task.yield() }
        ledger.holdsEverything = false
        await eventually("refused") { ledger.failures.map(\.transactionID) == [bought.id] }
        try await store.close()
        #expect(ledger.entries == [.init(id: bought.id)])

        ledger.refusesRevocations = false
        let next = await launched()
        #expect(next.activeEntitlements == [])
        #expect(ledger.entries == [.init(id: bought.id), .init(id: bought.id, isRevoked: true)])
        try await next.close()
    }

    @Test func aPurchaseThatIsHandedOverAfterItsRefundIsNotHandled() async throws {
        let store = await launched()
        let result = try await product(.lifetime).purchase()
        let bought = try #require(session.allTransactions().first)
        try session.refundTransaction(identifier: bought.identifier)
        await eventually("refunded") { ledger.entries.map(\.isRevoked) == [true] }
        guard case .completed = try await store.process(result) else {
            Issue.record("not completed")
            return
        }
        #expect(store.activeEntitlements == [])
        #expect(ledger.entries.map(\.isRevoked) == [true])
        try await store.close()
    }

    // MARK: Restoring

    @Test func restoringWithoutPurchasesIsResolvedAndEmpty() async throws {
        let store = await launched()
        #expect(try await store.restorePurchases().transactions == [])
        #expect(store.activeEntitlements == [])
        try await store.close()
    }

    @Test func restoringReturnsWhatIsOwned() async throws {
        let bought = try await session.buyProduct(identifier: "lifetime")
        let store = await launched()
        #expect(try await store.restorePurchases().transactions.map(\.id) == [bought.id])
        try await store.close()
    }

    @Test func aSynchronisationWithoutNetworkIsThrownAndCanBeTriedAgain() async throws {
        let store = await launched()
        try await session.setSimulatedError(
            .generic(.networkError(URLError(.notConnectedToInternet))), forAPI: .appStoreSync)
        let error = await #expect(throws: StoreKitError.self) { try await store.restorePurchases() }
        guard case .networkError(let underlying)? = error else {
            Issue.record("not a network error")
            return
        }
        #expect(underlying.code == .notConnectedToInternet)
        try await session.setSimulatedError(nil, forAPI: .appStoreSync)
        #expect(try await store.restorePurchases().transactions == [])
        try await store.close()
    }

    @Test func aCustomerWhoCancelsARestoreIsNoFailure() async throws {
        let store = await launched()
        try await session.setSimulatedError(.generic(.userCancelled), forAPI: .appStoreSync)
        let error = await #expect(throws: StoreKitError.self) { try await store.restorePurchases() }
        guard case .userCancelled? = error else {
            Issue.record("not a cancellation")
            return
        }
        try await store.close()
        #expect(ledger.failures.isEmpty)
    }
}
