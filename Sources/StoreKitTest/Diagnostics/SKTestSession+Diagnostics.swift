internal import AppStoreData
internal import AppStoreSimulator
public import StoreKit
internal import Testing
public import XCTest

extension SKTestSession {
    /// Watches from now on how the app uses StoreKit; what it does wrong is recorded as an issue when the watching ends.
    ///
    /// The app counts as launched now. In Swift Testing write the trait `.storeKitDiagnostics` instead, and in XCTest call
    /// ``diagnose(in:patience:fileID:filePath:line:column:)``: both end it by themselves.
    ///
    /// An extension of this module, as everything about `StoreKitDiagnostics`.
    ///
    /// - Parameters:
    ///   - patience: how long the end of a run waits, in real time, for an app that has not yet finished what it was given.
    ///   - fileID: the module and the file of the place where issues are recorded that have no place of their own.
    ///   - filePath: the path of the file.
    ///   - line: the line of the place.
    ///   - column: the column of the place.
    public func startDiagnostics(
        patience: Duration = .seconds(5), fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        startDiagnostics(
            patience: patience,
            origin: StoreKitDiagnostics.CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    func startDiagnostics(patience: Duration, origin: StoreKitDiagnostics.CallSite) {
        let watch = SessionWatch(store: store, account: deviceID.account, patience: patience, origin: origin)
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
        if isRecorded { for finding in findings { Self.record(finding, at: finding.callSite ?? watch.origin) } }
        return findings
    }

    /// Watches from now until the end of the running test how the app uses StoreKit; what it does wrong fails the test.
    ///
    /// - Parameters:
    ///   - testCase: the test that is running.
    ///   - patience: as of ``startDiagnostics(patience:fileID:filePath:line:column:)``.
    ///   - fileID: the module and the file of the place where issues are recorded that have no place of their own.
    ///   - filePath: the path of the file.
    ///   - line: the line of the place.
    ///   - column: the column of the place.
    public func diagnose(
        in testCase: XCTestCase, patience: Duration = .seconds(5), fileID: String = #fileID,
        filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        startDiagnostics(patience: patience, fileID: fileID, filePath: filePath, line: line, column: column)
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

    private static func record(_ finding: StoreKitDiagnostics.Finding, at callSite: StoreKitDiagnostics.CallSite) {
        guard Test.current != nil else {
            XCTFail("\(finding) (\(callSite.filePath):\(callSite.line))")
            return
        }
        Issue.record(
            "\(finding)",
            sourceLocation: SourceLocation(
                fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line, column: callSite.column))
    }
}
