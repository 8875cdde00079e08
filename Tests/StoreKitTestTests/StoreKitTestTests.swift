import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite struct SmokeTests {
    @Test func aPurchaseOutsideTheAppArrives() async throws {
        let session = try SKTestSession(configurationFileNamed: "Store")
        let bought = try await session.buyProduct(identifier: "lifetime")
        var updates = Transaction.updates.makeAsyncIterator()
        let received = try #require(await updates.next())
        #expect(try received.payloadValue == bought)
        await bought.finish()
        for await _ in Transaction.unfinished { Issue.record("finished") }
    }
}
