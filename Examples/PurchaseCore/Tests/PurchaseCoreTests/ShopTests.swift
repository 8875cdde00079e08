import Foundation
import StoreKit
import StoreKitTest
import Testing

@testable import PurchaseCore

/// One customer with one device, on which the app has just been installed.
///
/// Serialized, because on Apple's platforms there is one simulated App Store for the whole process.
@MainActor
@Suite(.serialized)
struct ShopTests {
    let session: SKTestSession
    let wallet: Wallet
    let file: URL

    init() throws {
        let configuration = try #require(Bundle.module.url(forResource: "Sketchbook", withExtension: "storekit"))
        session = try SKTestSession(contentsOf: configuration)
        session.resetToDefaultState()
        session.clearTransactions()
        session.disableDialogs = true
        file = FileManager.default.temporaryDirectory.appending(component: "\(UUID()).wallet")
        wallet = try Wallet(file: file)
    }

    /// The app after its launch.
    private func launch() async throws -> Shop {
        let shop = Shop(wallet: wallet)
        try await shop.loadCatalogue()
        await eventually { shop.access != nil }
        return shop
    }

    private func product(_ id: ProductID, in shop: Shop) throws -> Product {
        try #require(shop.catalogue?.product(id))
    }

    private func latest(_ id: ProductID) async throws -> Transaction {
        try #require(await Transaction.latest(for: id.rawValue)).payloadValue
    }

    private func unfinishedCount() async -> Int {
        var count = 0
        for await _ in Transaction.unfinished { count += 1 }
        return count
    }

    // MARK: The product list

    @Test func theCatalogueShowsTheBestSubscriptionFirstAndTheCheapestOtherFirst() async throws {
        let catalogue = try #require(try await launch().catalogue)

        #expect(catalogue.subscriptions.map(\.displayName) == ["Pro", "Pro for a Year", "Plus"])
        #expect(catalogue.others.map(\.displayName) == ["Ten Prints", "Brushes"])
        #expect(catalogue.product(.proMonthly)?.displayPrice == "$7.99")
    }

    @Test func aFailureToLoadTheCatalogueCanBeRetried() async throws {
        let shop = Shop(wallet: wallet)
        try await session.setSimulatedError(
            .generic(.networkError(URLError(.notConnectedToInternet))), forAPI: .loadProducts)

        await #expect(throws: StoreKitError.self) { try await shop.loadCatalogue() }
        #expect(shop.catalogue == nil)

        try await session.setSimulatedError(nil, forAPI: .loadProducts)
        try await shop.loadCatalogue()
        #expect(shop.catalogue?.product(.brushes) != nil)
    }

    @Test func theFreeWeekIsOfferedOnce() async throws {
        let shop = try await launch()
        let pro = try product(.proMonthly, in: shop)
        #expect(await pro.availableIntroductoryOffer?.paymentMode == .freeTrial)

        _ = try await shop.buy(pro)
        #expect(try await latest(.proMonthly).offer?.type == .introductory)

        try session.expireSubscription(productIdentifier: pro.id)
        #expect(await pro.availableIntroductoryOffer == nil)
    }

    // MARK: The entitlement gate

    @Test func nobodyHasAnythingBeforeTheyBuy() async throws {
        let shop = try await launch()

        #expect(shop.access == Access())
        #expect(!shop.isUnlocked(.layers))
    }

    @Test func aSubscriptionUnlocksItsFeaturesAndIsFinished() async throws {
        let shop = try await launch()

        #expect(try await shop.buy(product(.plusMonthly, in: shop)) == .delivered)

        #expect(shop.access?.features == [.synchronization])
        #expect(shop.access?.subscription?.willRenew == true)
        #expect(await unfinishedCount() == 0)
    }

    @Test func anUpgradeUnlocksTheHigherLevelAtOnce() async throws {
        let shop = try await launch()
        _ = try await shop.buy(product(.plusMonthly, in: shop))

        _ = try await shop.buy(product(.proYearly, in: shop))

        #expect(shop.access?.subscription?.productID == ProductID.proYearly.rawValue)
        #expect(shop.isUnlocked(.layers))
    }

    @Test func accessEndsWithTheSubscription() async throws {
        let shop = try await launch()
        _ = try await shop.buy(product(.proMonthly, in: shop))

        try session.expireSubscription(productIdentifier: ProductID.proMonthly.rawValue)

        await eventually { shop.access == Access() }
    }

    @Test func aRenewalKeepsAccessAndIsFinished() async throws {
        let shop = try await launch()
        _ = try await shop.buy(product(.proYearly, in: shop))
        let firstPeriod = try #require(shop.access?.subscription?.paidUntil)

        try session.forceRenewalOfSubscription(productIdentifier: ProductID.proYearly.rawValue)

        await eventually { (shop.access?.subscription?.paidUntil ?? .distantPast) > firstPeriod }
        #expect(shop.isUnlocked(.layers))
    }

    @Test func turningAutomaticRenewalOffIsShownAndKeepsAccess() async throws {
        let shop = try await launch()
        _ = try await shop.buy(product(.proMonthly, in: shop))

        try session.disableAutoRenewForTransaction(identifier: UInt(try await latest(.proMonthly).id))

        await eventually { shop.access?.subscription?.willRenew == false }
        #expect(shop.isUnlocked(.layers))
    }

    @Test func aFailedRenewalKeepsAccessForTheGracePeriodAndSaysSo() async throws {
        let shop = try await launch()
        _ = try await shop.buy(product(.proMonthly, in: shop))
        session.billingGracePeriodIsEnabled = true
        session.shouldEnterBillingRetryOnRenewal = true

        try session.forceRenewalOfSubscription(productIdentifier: ProductID.proMonthly.rawValue)
        await eventually { shop.access?.subscription?.hasBillingProblem == true }
        #expect(shop.isUnlocked(.layers))

        try session.resolveIssueForTransaction(identifier: UInt(try await latest(.proMonthly).id))
        await eventually { shop.access?.subscription?.hasBillingProblem == false }
        #expect(shop.isUnlocked(.layers))
    }

    @Test func aRefundLocksWhatWasBought() async throws {
        let shop = try await launch()
        _ = try await shop.buy(product(.brushes, in: shop))
        #expect(shop.isUnlocked(.brushes))

        try session.refundTransaction(identifier: UInt(try await latest(.brushes).id))

        await eventually { !shop.isUnlocked(.brushes) }
    }

    // MARK: Buying

    @Test func cancellingChangesNothing() async throws {
        let shop = try await launch()
        try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)

        #expect(try await shop.buy(product(.brushes, in: shop)) == .cancelled)

        #expect(shop.access == Access())
    }

    @Test func aRefusedPurchaseSaysWhy() async throws {
        let shop = try await launch()
        let brushes = try product(.brushes, in: shop)
        try await session.setSimulatedError(.purchase(.purchaseNotAllowed), forAPI: .purchase)

        await #expect(throws: Product.PurchaseError.purchaseNotAllowed) { try await shop.buy(brushes) }
    }

    @Test func anApprovedRequestArrivesByItself() async throws {
        let shop = try await launch()
        session.askToBuyEnabled = true

        #expect(try await shop.buy(product(.brushes, in: shop)) == .waitingForApproval)
        #expect(!shop.isUnlocked(.brushes))

        let request = try #require(session.allTransactions().first { $0.pendingAskToBuyConfirmation })
        try session.approveAskToBuyTransaction(identifier: request.identifier)
        await eventually { shop.isUnlocked(.brushes) }
    }

    @Test func aTransactionThatFailsVerificationUnlocksNothingAndIsNotFinished() async throws {
        let shop = try await launch()
        let brushes = try product(.brushes, in: shop)
        try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)

        await #expect(throws: VerificationResult<Transaction>.VerificationError.self) { try await shop.buy(brushes) }

        #expect(!shop.isUnlocked(.brushes))
        #expect(await unfinishedCount() == 1)
    }

    // MARK: Restoring

    @Test func restoringFindsWhatWasBought() async throws {
        try await session.buyProduct(identifier: ProductID.brushes.rawValue)

        let shop = Shop(wallet: wallet)
        #expect(try await shop.restore())
        #expect(shop.isUnlocked(.brushes))
    }

    @Test func restoringCanBeCancelled() async throws {
        let shop = try await launch()
        try await session.setSimulatedError(.generic(.userCancelled), forAPI: .appStoreSync)

        #expect(try await shop.restore() == false)
    }

    // MARK: The wallet

    @Test func printsAddUpAndAreUsed() async throws {
        let shop = try await launch()
        _ = try await shop.buy(product(.tenPrints, in: shop))
        _ = try await shop.buy(product(.tenPrints, in: shop), options: [.quantity(2)])
        #expect(shop.prints == 30)

        try await wallet.use(12)
        #expect(await wallet.prints == 18)
        await #expect(throws: NotEnoughPrints(wanted: 19, available: 18)) { try await wallet.use(19) }
    }

    @Test func theWalletIsThereAfterARestart() async throws {
        let shop = try await launch()
        _ = try await shop.buy(product(.tenPrints, in: shop))
        try await wallet.use(4)

        #expect(try await Wallet(file: file).prints == 6)
    }

    @Test func aPurchaseThatWasNotFinishedIsDeliveredOnceAtTheNextLaunch() async throws {
        // The app was stopped between the write and `finish()`.
        let transaction = try await session.buyProduct(identifier: ProductID.tenPrints.rawValue)
        try await wallet.record(transaction)

        let shop = try await launch()

        await eventually { shop.prints == 10 }
        while await unfinishedCount() > 0 { await Task.yield() }
        #expect(await wallet.prints == 10)
    }

    @Test func aRefundTakesThePrintsBackEvenWhenTheyWereUsed() async throws {
        let shop = try await launch()
        _ = try await shop.buy(product(.tenPrints, in: shop))
        try await wallet.use(3)
        let purchase = try #require(session.allTransactions().first)

        try session.refundTransaction(identifier: purchase.identifier)

        await eventually { shop.prints == -3 }
    }

    @Test func aPurchaseThatCannotBeWrittenIsNotFinished() async throws {
        let nowhere = try Wallet(file: file.appending(components: "no folder", "wallet"))
        let shop = Shop(wallet: nowhere)
        try await shop.loadCatalogue()
        let prints = try product(.tenPrints, in: shop)

        await #expect(throws: (any Error).self) { try await shop.buy(prints) }

        #expect(shop.prints == 0)
        #expect(await unfinishedCount() == 1)
    }

    @Test func aWalletThatCannotBeReadIsNotReplaced() throws {
        try Data("not a wallet".utf8).write(to: file)

        #expect(throws: (any Error).self) { try Wallet(file: file) }
    }

    // MARK: Offers

    @Test func aRedeemedCodeArrivesByItselfAndNamesItsCampaign() async throws {
        let shop = try await launch()

        try await session.buyProduct(
            identifier: ProductID.proMonthly.rawValue, options: [.codeOffer(referenceName: "Art school")])

        await eventually { shop.access?.subscription?.campaign == "Art school" }
        #expect(shop.isUnlocked(.layers))
    }

    @Test func aCustomerWhoLeftIsWonBack() async throws {
        let shop = try await launch()
        _ = try await shop.buy(product(.proMonthly, in: shop))
        #expect(try await shop.winBack() == nil)
        try session.expireSubscription(productIdentifier: ProductID.proMonthly.rawValue)

        let winBack = try #require(try await shop.winBack())
        #expect(winBack.offer.id == "come-back")
        #expect(try await shop.accept(winBack) == .delivered)

        #expect(try await latest(.proMonthly).offer?.type == .winBack)
        #expect(shop.isUnlocked(.layers))
    }

    @Test func aNewCustomerIsNotWonBack() async throws {
        #expect(try await launch().winBack() == nil)
    }
}
