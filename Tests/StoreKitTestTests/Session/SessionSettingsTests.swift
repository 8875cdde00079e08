import AppStoreData
import AppStoreSimulator
import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.timeLimit(.minutes(5))) struct SessionSettingsTests {
    @Test func everySettingIsKeptUntilItIsReset() throws {
        let session = try makeSession()
        session.askToBuyEnabled = true
        session.disableDialogs = true
        session.interruptedPurchasesEnabled = true
        session.failTransactionsEnabled = true
        session.shouldEnterBillingRetryOnRenewal = true
        session.billingGracePeriodIsEnabled = true
        session.storefront = "GBR"
        session.locale = Locale(identifier: "de_DE")
        session.timeRate = .oneRenewalEveryMinute
        #expect(
            [
                session.askToBuyEnabled, session.disableDialogs, session.interruptedPurchasesEnabled,
                session.failTransactionsEnabled, session.shouldEnterBillingRetryOnRenewal,
                session.billingGracePeriodIsEnabled,
            ] == Array(repeating: true, count: 6))
        #expect(session.storefront == "GBR")
        #expect(session.locale.identifier == "de_DE")
        session.resetToDefaultState()
        #expect(
            [
                session.askToBuyEnabled, session.disableDialogs, session.interruptedPurchasesEnabled,
                session.failTransactionsEnabled, session.shouldEnterBillingRetryOnRenewal,
                session.billingGracePeriodIsEnabled,
            ] == Array(repeating: false, count: 6))
        #expect(session.storefront == "USA")
        #expect(session.locale.identifier == "en_US")
        #expect(session.timeRate == .realTime)
    }

    @Test func resettingKeepsTransactions() async throws {
        let session = try makeSession()
        let bought = try await session.buyProduct(identifier: "lifetime")
        session.resetToDefaultState()
        #expect(try await Transaction.all.verified == [bought])
    }

    @Test func theAppIsTheOneThatIsDescribed() async throws {
        let app = AppIdentity(bundleID: "com.example.shop", version: "7", originalVersion: "3")
        let session = try SKTestSession(contentsOf: fixture(), app: app)
        let bought = try await session.buyProduct(identifier: "lifetime")
        #expect(bought.appBundleID == "com.example.shop")
        let transaction = try await AppTransaction.shared.payloadValue
        #expect(transaction.bundleID == "com.example.shop")
        #expect(transaction.appVersion == "7")
        #expect(transaction.originalAppVersion == "3")
    }

    @Test func anAppThatKeepsThemSeesFinishedConsumables() async throws {
        let app = AppIdentity(bundleID: "com.example.shop", keepsFinishedConsumables: true)
        let session = try SKTestSession(contentsOf: fixture(), app: app)
        let bought = try await session.buyProduct(identifier: "coins")
        await bought.finish()
        #expect(try await Transaction.all.verified.map(\.id) == [bought.id])
    }

    @Test func theSandboxsSignaturesAreVerifiedToo() async throws {
        let app = AppIdentity(bundleID: "com.example.shop", appleID: 1, environment: .init(rawValue: "Sandbox"))
        let session = try SKTestSession(contentsOf: fixture(), app: app)
        let bought = try await session.buyProduct(identifier: "lifetime")
        #expect(bought.environment == .sandbox)
        #expect(try await Transaction.latest(for: "lifetime")?.payloadValue == bought)
    }
}
