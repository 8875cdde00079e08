import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.timeLimit(.minutes(5))) struct SimulatedErrorTests {
    private func isUserCancelled(_ error: any Error) -> Bool {
        if case StoreKitError.userCancelled = error { true } else { false }
    }

    @Test func loadingProductsFailsAndWorksAgain() async throws {
        let session = try makeSession()
        try await session.setSimulatedError(.generic(.userCancelled), forAPI: .loadProducts)
        #expect(await session.simulatedError(forAPI: .loadProducts) == .generic(.userCancelled))
        let error = await #expect(throws: StoreKitError.self) { try await Product.products(for: ["coins"]) }
        #expect(error.map(isUserCancelled) == true)
        try await session.setSimulatedError(nil, forAPI: .loadProducts)
        #expect(await session.simulatedError(forAPI: .loadProducts) == nil)
        #expect(try await Product.products(for: ["coins"]).count == 1)
    }

    @Test func aPurchaseFailsWithTheArmedErrorOfEitherKind() async throws {
        let session = try makeSession()
        let coins = try await product("coins")
        try await session.setSimulatedError(.purchase(.purchaseNotAllowed), forAPI: .purchase)
        await #expect(throws: Product.PurchaseError.purchaseNotAllowed) { try await coins.purchase() }
        try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
        await #expect(throws: StoreKitError.self) { try await coins.purchase() }
        #expect(session.allTransactions().isEmpty)
    }

    @Test func aVerificationFailureMakesEverythingUnverified() async throws {
        let session = try makeSession()
        try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
        let result = try await product("gold").purchase()
        guard case .success(.unverified(let transaction, .invalidSignature)) = result else {
            Issue.record("not unverified: \(result)")
            return
        }
        for await entitlement in Transaction.currentEntitlements {
            #expect(entitlement == .unverified(transaction, .invalidSignature))
        }
        let status = try #require(try await Product.SubscriptionInfo.status(for: "B1000000").first)
        guard case .unverified = status.renewalInfo else {
            Issue.record("the renewal info is verified")
            return
        }
        guard case .unverified = try await AppTransaction.shared else {
            Issue.record("the app transaction is verified")
            return
        }
        try await session.setSimulatedError(nil, forAPI: .verification)
        #expect(try await Transaction.unfinished.verified.map(\.id) == [transaction.id])
    }

    @Test func synchronizingStatusesAndTheAppTransactionFail() async throws {
        let session = try makeSession()
        try await session.setSimulatedError(.generic(.userCancelled), forAPI: .appStoreSync)
        try await session.setSimulatedError(.generic(.notEntitled), forAPI: .subscriptionStatus)
        try await session.setSimulatedError(.generic(.networkError(URLError(.timedOut))), forAPI: .appTransaction)
        await #expect(throws: StoreKitError.self) { try await AppStore.sync() }
        await #expect(throws: StoreKitError.self) { try await Product.SubscriptionInfo.status(for: "B1000000") }
        await #expect(throws: StoreKitError.self) { try await AppTransaction.shared }
    }

    @Test func whatNeedsAScreenKeepsItsErrorAndMeetsNobody() async throws {
        let session = try makeSession()
        try await session.setSimulatedError(.generic(.unknown), forAPI: .manageSubscriptions)
        try await session.setSimulatedError(.refundRequest(.duplicateRequest), forAPI: .refundRequest)
        try await session.setSimulatedError(.generic(.unknown), forAPI: .offerCodeRedeem)
        #expect(await session.simulatedError(forAPI: .manageSubscriptions) == .generic(.unknown))
        #expect(await session.simulatedError(forAPI: .refundRequest) == .refundRequest(.duplicateRequest))
        #expect(await session.simulatedError(forAPI: .offerCodeRedeem) == .generic(.unknown))
        try await AppStore.sync()
    }

    @Test func theOlderSwitchFailsPurchases() async throws {
        let session = try makeSession()
        let coins = try await product("coins")
        session.failTransactionsEnabled = true
        await #expect(throws: StoreKitError.self) { try await coins.purchase() }
        session.failureError = .invalidSignature
        await #expect(throws: Product.PurchaseError.invalidOfferSignature) { try await coins.purchase() }
        session.failTransactionsEnabled = false
        guard case .success = try await coins.purchase() else {
            Issue.record("the purchase did not succeed")
            return
        }
    }

    @Test func resettingDisarms() async throws {
        let session = try makeSession()
        try await session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
        session.resetToDefaultState()
        #expect(await session.simulatedError(forAPI: .loadProducts) == nil)
        #expect(try await Product.products(for: ["coins"]).count == 1)
    }

    @Test func failuresWithTheSameErrorAreEqual() {
        #expect(SKTestFailures.Purchase.generic(.unknown) == .generic(.unknown))
        #expect(SKTestFailures.Purchase.generic(.unknown) != .generic(.userCancelled))
        #expect(SKTestFailures.Purchase.generic(.unknown) != .purchase(.invalidQuantity))
        #expect(SKTestFailures.LoadProducts.generic(.networkError(URLError(.timedOut))) != .generic(.unknown))
    }
}
