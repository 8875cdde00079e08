import Foundation
import StoreKit
import StoreKitTest
import Testing

/// The moment at which the stores of these tests begin.
let opening = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01 00:00 UTC

/// A session of the running test on the fixture, whose time moves only when it is advanced.
func makeSession() throws -> SKTestSession {
    try SKTestSession(contentsOf: fixture(), startingAt: opening, seed: 1)
}

func fixture() throws -> URL {
    try #require(Bundle.module.url(forResource: "Store", withExtension: "storekit", subdirectory: "Fixtures"))
}

func product(_ id: String) async throws -> Product {
    try #require(try await Product.products(for: [id]).first)
}

extension AsyncSequence where Element == VerificationResult<Transaction>, Failure == Never {
    /// All of a finite sequence, each of which has to be verified.
    var verified: [Transaction] {
        get async throws {
            var transactions: [Transaction] = []
            for await result in self { transactions.append(try result.payloadValue) }
            return transactions
        }
    }
}
