import Foundation
import StoreKit
import StoreKitTest
import Testing

/// Which session a call means when several live in one process: these run in parallel, in one process.
@Suite(.timeLimit(.minutes(5))) struct SessionScopeTests {
    @Test(arguments: 0..<12)
    func eachCaseOfATestHasItsOwnSession(count: Int) async throws {
        let session = try makeSession()
        for _ in 0..<count { try session.buyProduct(productIdentifier: "coins") }
        await Task.yield()
        #expect(try await Transaction.unfinished.verified.count == count)
        let inTask = Task { try await Transaction.unfinished.verified.count }
        #expect(try await inTask.value == count)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { try await Transaction.all.verified.count } }
            for try await found in group { #expect(found == count) }
        }
        withExtendedLifetime(session) {}
    }

    @Test func aSessionThatNobodyHoldsStaysTheTests() async throws {
        _ = try makeSession()
        #expect(try await product("coins").id == "coins")
    }

    @Test func theNewestSessionOfATestCounts() async throws {
        let old = try makeSession()
        try old.buyProduct(productIdentifier: "coins")
        let new = try makeSession()
        #expect(try await Transaction.all.verified.isEmpty)
        withExtendedLifetime((old, new)) {}
    }

    @Test @MainActor func theMainActorsTasksBelongToTheTest() async throws {
        let session = try makeSession()
        let bought = try await session.buyProduct(identifier: "lifetime")
        let found = await Task { @MainActor in try? await Transaction.currentEntitlements.verified }.value
        #expect(found == [bought])
    }
}
