import AppStoreData
import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.storeKit(configurationFileNamed: "Store"), .timeLimit(.minutes(5))) struct StoreKitTraitTests {
    @Test func theTestHasTheTraitsSession() async throws {
        let session = try #require(SKTestSession.current)
        let bought = try await session.buyProduct(identifier: "lifetime")
        #expect(try await Transaction.currentEntitlements.verified == [bought])
    }

    @Test(arguments: 0..<8) func eachCaseHasItsOwn(count: Int) async throws {
        let session = try #require(SKTestSession.current)
        for _ in 0..<count { try session.buyProduct(productIdentifier: "coins") }
        await Task.yield()
        #expect(try await Transaction.all.verified.count == count)
    }

    @Test func aSessionOfTheTestsOwnTakesItsPlace() async throws {
        let own = try makeSession()
        let bought = try await own.buyProduct(identifier: "lifetime")
        #expect(try await Transaction.all.verified == [bought])
    }
}

@Suite(.timeLimit(.minutes(5))) struct StoreKitTraitScopeTests {
    @Test func theSessionEndsWithItsScope() async throws {
        let trait: StoreKitTrait = .storeKit(contentsOf: try fixture(), startingAt: opening)
        let test = try #require(Test.current)
        let listener = Lock<Task<Void, Never>?>(nil)
        try await trait.provideScope(for: test, testCase: nil) {
            listener.withLock { $0 = Task { for await _ in Transaction.updates {} } }
            #expect(AppStore.canMakePayments)
        }
        await listener.withLock { $0 }?.value
    }
}
