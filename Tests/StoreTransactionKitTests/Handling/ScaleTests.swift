import Foundation
import StoreTransactionKit
import Testing

/// How the work grows with the number of transactions.
@MainActor @Suite struct ScaleTests {
    let app: TestApp
    var appStore: ScriptedAppStore { app.appStore }
    var ledger: Ledger { app.ledger }

    init() throws {
        app = try TestApp()
    }

    @Test(arguments: [511, 600, 1000])
    func everyUnfinishedTransactionIsHandledOnceHoweverManyThereAre(count: Int) async throws {
        for id in 1...UInt64(count) { appStore.purchase(id, "coins") }
        let store = await app.launched()
        for _ in 0..<100 { await Task.yield() }
        try await store.close()
        #expect(ledger.calls == Array(1...UInt64(count)))
        #expect(appStore.finished.count == count)
        #expect(appStore.entitlementQueries <= 3)
    }

    /// In a process of its own, so that no other test's memory is counted.
    @Test func twentyThousandUnfinishedTransactionsAreHandledOnceWithAtMostThreeQueriesInLittleMemory() async {
        await #expect(processExitsWith: .success) {
            try await handleTwentyThousandUnfinishedTransactions()
        }
    }

    @Test func aBurstOfUpdatesCostsAHandfulOfQueries() async throws {
        for id: UInt64 in 1...200 { appStore.purchase(id, "extra", isFinished: true) }
        let store = await app.launched()
        let before = appStore.entitlementQueries
        for id: UInt64 in 1...200 { appStore.refund(id) }
        await eventually("all gone") { ledger.entries.count == 200 && store.entitlements?.transactions == [] }
        try await store.close()
        #expect(ledger.calls == Array(1...200))
        // The pauses between passes grow, so their number grows with the logarithm of the time a burst takes.
        #expect(appStore.entitlementQueries - before <= 10)
    }
}

@MainActor
private func handleTwentyThousandUnfinishedTransactions() async throws {
    let app = try TestApp()
    let count: UInt64 = 20_000
    for id in 1...count { app.appStore.purchase(id, "coins") }
    let before = residentMemory()
    let store = await app.launched()
    let growth = residentMemory() - before
    try await store.close()
    #expect(app.ledger.calls == Array(1...count))
    #expect(app.appStore.finished.count == Int(count))
    #expect(app.appStore.entitlementQueries <= 3)
    #expect(app.appStore.unfinishedQueries <= 6)
    // A signed transaction with its chain takes more than four kilobytes; what is remembered of a finished one, a few
    // dozen bytes. The rest is the App Store's lists.
    #expect(growth / Int(count) < 2000)
}

/// The memory that the process has in hand, in bytes.
private func residentMemory() -> Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (pages.flatMap { Int($0[1]) } ?? 0) * 4096
}
