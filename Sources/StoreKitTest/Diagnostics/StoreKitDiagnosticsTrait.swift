internal import AppStoreData
internal import StoreKit
public import Testing

/// Watches every session that the test creates; see `.storeKitDiagnostics`.
public struct StoreKitDiagnosticsTrait: TestTrait, SuiteTrait, TestScoping {
    /// What is watched in the running test.
    @TaskLocal private static var running: Running?

    private struct Running: Sendable {
        let sessions = Lock<[SKTestSession]>([])
        let patience: Duration
        let origin: StoreKitDiagnostics.CallSite
    }

    let patience: Duration

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // A suite has the trait for its tests, and a test that has it twice is watched once.
        guard testCase != nil, Self.running == nil else { return try await function() }
        let place = test.sourceLocation
        let running = Running(
            patience: patience,
            origin: StoreKitDiagnostics.CallSite(
                fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column))
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await Self.$running.withValue(running) {
                    // The session of a trait before this one is there already.
                    if let session = SKTestSession.current { Self.watch(session) }
                    try await function()
                })
        } catch {
            result = .failure(error)
        }
        for session in running.sessions.withLock({ $0 }) { await session.endDiagnostics() }
        try result.get()
    }

    static func watch(_ session: SKTestSession) {
        guard let running else { return }
        session.startDiagnostics(patience: running.patience, origin: running.origin)
        running.sessions.withLock { $0.append(session) }
    }
}

extension Trait where Self == StoreKitDiagnosticsTrait {
    /// Watches how the app uses StoreKit in the test, or in each test of the suite; what it does wrong is recorded as an
    /// issue: a listener that starts late, a transaction that is never finished, one that is finished too early or by two
    /// owners, news of the time when the app was closed that nobody looked for, and access that should not be granted.
    ///
    /// ```swift
    /// @Suite(.storeKitDiagnostics) struct PurchaseTests { … }
    /// ```
    ///
    /// An issue is recorded at the test, unless the app reported where the mistake is.
    ///
    /// Let the app be closed with ``SKTestSession/whileAppIsClosed(isolation:_:)``.
    public static var storeKitDiagnostics: Self { storeKitDiagnostics() }

    /// The same for an app that takes its time.
    ///
    /// - Parameter patience: how long the end of a run waits, in real time, for an app that has not yet finished what it
    ///   was given.
    public static func storeKitDiagnostics(patience: Duration = .seconds(5)) -> Self { Self(patience: patience) }
}
