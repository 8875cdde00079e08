import Foundation
import StoreKit
import StoreKitTest
import XCTest

/// In XCTest no test of Swift Testing runs, so a session is the process's.
final class ProcessSessionTests: XCTestCase {
    private func makeSession() throws -> SKTestSession {
        let url = Bundle.module.url(forResource: "Store", withExtension: "storekit", subdirectory: "Fixtures")
        return try SKTestSession(contentsOf: XCTUnwrap(url), startingAt: Date(timeIntervalSince1970: 1_767_225_600))
    }

    func testASessionIsMeantByEveryTask() async throws {
        let session = try makeSession()
        let bought = try await session.buyProduct(identifier: "lifetime")
        let found = try await Task.detached { try await Transaction.currentEntitlements.verified }.value
        XCTAssertEqual(found, [bought])
    }

    func testAListenerOfTheProcessGoesOnWithTheNextSession() async throws {
        let first = try makeSession()
        try first.buyProduct(productIdentifier: "coins")
        var updates = Transaction.updates.makeAsyncIterator()
        _ = await updates.next()
        let second = try makeSession()
        let bought = try await second.buyProduct(identifier: "lifetime")
        let received = try await updates.next()?.payloadValue
        XCTAssertEqual(received, bought)
    }

    func testASessionThatWasReplacedCanBeTheProcesssAgain() async throws {
        let first = try makeSession()
        let second = try makeSession()
        try second.buyProduct(productIdentifier: "coins")
        var updates = Transaction.updates.makeAsyncIterator()
        _ = await updates.next()
        first.shareAcrossTests()
        let bought = try await first.buyProduct(identifier: "lifetime")
        let received = try await updates.next()?.payloadValue
        XCTAssertEqual(received, bought)
    }
}
