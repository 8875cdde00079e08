import Foundation
import StoreKit
import StoreKitTest
import StoreTransactionKit
import Testing

/// A store is watched for the mistakes that cost customers their purchases, and makes none.
@MainActor @Suite(.storeKitDiagnostics) struct DiagnosedStoreTests {
    let session: SKTestSession
    let ledger = Ledger()

    init() throws {
        let file = try #require(
            Bundle.module.url(forResource: "Store", withExtension: "storekit", subdirectory: "Fixtures"))
        session = try SKTestSession(contentsOf: file, startingAt: Date(timeIntervalSince1970: 1_700_000_000))
    }

    private func launched() async -> TransactionStore<ProductID> {
        let session = session
        let store = TransactionStore<ProductID>(
            clock: StoreClock(now: { session.now }, sleep: { try await session.sleep(until: $0) }),
            handleTransaction: { [ledger] in try await ledger.handle($0) },
            reportFailure: { [ledger] in await ledger.report($0) }
        )
        await eventually("started") { store.entitlements != nil || store.startupError != nil }
        return store
    }

    @Test func aStoreReportsItsWorkBeforeItFinishesAndLooksAtEachLaunch() async throws {
        let store = await launched()
        let plus = try #require(try await Product.products(for: ["plus"]).first)
        _ = try await store.process(plus.purchase())
        let lifetime = try await session.buyProduct(identifier: "lifetime")
        await eventually("delivered") { ledger.ids.contains(lifetime.id) }
        try await store.close()

        await session.whileAppIsClosed { session.advance(by: .seconds(40 * 86_400)) }

        let next = await launched()
        await eventually("renewed") { ledger.ids.count == 3 }
        #expect(next.activeEntitlements == [.plus, .lifetime])
        try await next.close()
    }

    @Test func whatTheHandlerRefusesIsLeftOnPurpose() async throws {
        ledger.refused = [0]
        let store = await launched()
        try await session.buyProduct(identifier: "plus")
        await eventually("refused") { !ledger.failures.isEmpty }
        try await store.close()
        #expect(ledger.ids == [])
    }
}
