public import Foundation
internal import StoreKit
public import Testing

/// Gives each test, and each case of a parameterized test, a session of its own, which ends with it.
///
/// ```swift
/// @Suite(.storeKit(configurationFileNamed: "Store"))
/// struct PurchaseTests {
///     @Test func aPurchaseIsRemembered() async throws {
///         let session = try #require(SKTestSession.current)
///         …
///     }
/// }
/// ```
///
/// Without the trait a session that a test creates is the test's too; with it the store also goes away when the test is
/// over, and listeners that the test left behind end.
public struct StoreKitTrait: TestTrait, SuiteTrait, TestScoping {
    private let makeSession: @Sendable () throws -> SKTestSession

    init(makeSession: @escaping @Sendable () throws -> SKTestSession) {
        self.makeSession = makeSession
    }

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let session = try makeSession()
        defer { DeviceRegistry.shared.uninstall(session.device) }
        try await SKTestSession.$ofTrait.withValue(session) {
            try await InstalledDevice.$current.withValue(session.device) { try await function() }
        }
    }
}

extension Trait where Self == StoreKitTrait {
    /// A session on the file of this name; see ``SKTestSession/init(configurationFileNamed:)``.
    public static func storeKit(configurationFileNamed name: String) -> StoreKitTrait {
        StoreKitTrait { try SKTestSession(configurationFileNamed: name) }
    }

    /// A session on a file.
    public static func storeKit(contentsOf fileURL: URL) -> StoreKitTrait {
        StoreKitTrait { try SKTestSession(contentsOf: fileURL) }
    }

    /// A session on a file whose time stands still unless it is advanced.
    public static func storeKit(
        contentsOf fileURL: URL, startingAt start: Date, seed: UInt64 = 0
    ) -> StoreKitTrait {
        StoreKitTrait { try SKTestSession(contentsOf: fileURL, startingAt: start, seed: seed) }
    }
}
