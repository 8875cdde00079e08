internal import AppStoreData
internal import AppStoreSimulator
public import StoreKit
internal import Testing
public import XCTest

extension SKTestSession {
    /// Watches from now on how the app uses StoreKit; what it does wrong is recorded as an issue when the watching ends.
    ///
    /// The app counts as launched now. In Swift Testing write the trait `.storeKitDiagnostics` instead,
    /// and in XCTest call ``diagnose(in:patience:)``: both end it by themselves.
    ///
    /// An extension of this module, as everything about `StoreKitDiagnostics`.
    ///
    /// - Parameter patience: how long the end of a run waits, in real time, for an app that has not yet finished what it
    ///   was given.
    public func startDiagnostics(patience: Duration = .seconds(5)) {
        let watch = SessionWatch(store: store, account: deviceID.account, patience: patience)
        diagnosis.withLock { $0 = watch }
        watch.launch()
        device.watch = { watch.use($0) }
    }

    /// Ends the run of the app, and the watching.
    ///
    /// - Parameter isRecorded: false returns what was found without recording issues.
    /// - Returns: what was found, in the order in which it was noticed.
    @discardableResult
    public func endDiagnostics(recordingIssues isRecorded: Bool = true) async -> [StoreKitDiagnostics.Finding] {
        guard let watch = diagnosis.withLock({ $0 }) else { return [] }
        await watch.end()
        device.watch = nil
        diagnosis.withLock { $0 = nil }
        let findings = watch.takeFindings()
        if isRecorded { findings.forEach(SKTestSession.record) }
        return findings
    }

    /// Watches from now until the end of the running test how the app uses StoreKit; what it does wrong fails the test.
    ///
    /// - Parameters:
    ///   - testCase: the test that is running.
    ///   - patience: as of ``startDiagnostics(patience:)``.
    public func diagnose(in testCase: XCTestCase, patience: Duration = .seconds(5)) {
        startDiagnostics(patience: patience)
        testCase.addTeardownBlock { [self] in
            await endDiagnostics()
        }
    }

    /// Lets something happen while the app is not running: its process ends before `body` and is launched again after
    /// it.
    ///
    /// Every listener of the app ends, and nothing reaches it meanwhile. The test lets go of the app's objects before,
    /// and makes new ones afterwards, as a launch does.
    ///
    /// - Parameters:
    ///   - isolation: the caller's, in which `body` runs.
    ///   - body: moves time, or does what happens in the store and on other devices.
    @discardableResult
    public func whileAppIsClosed<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        let watch = diagnosis.withLock { $0 }
        await watch?.end()
        device.endApp()
        defer { watch?.launch() }
        return try await body()
    }

    private static func record(_ finding: StoreKitDiagnostics.Finding) {
        guard Test.current != nil else {
            XCTFail("\(finding)" + (finding.callSite.map { " (\($0.filePath):\($0.line))" } ?? ""))
            return
        }
        guard let callSite = finding.callSite else {
            Issue.record("\(finding)")
            return
        }
        Issue.record(
            "\(finding)",
            sourceLocation: SourceLocation(
                fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line, column: callSite.column))
    }
}
