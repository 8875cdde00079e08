import StoreKit
import StoreKitTest
import Testing
import XCTest

/// Fails the test unless exactly such an issue is recorded at it, by the traits after this one too.
private struct FindsTrait: TestTrait, SuiteTrait, TestScoping {
    let mistake: StoreKitDiagnostics.Mistake
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await withKnownIssue {
            try await function()
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasPrefix(mistake.rawValue) }
                && issue.sourceLocation == test.sourceLocation
        }
    }
}

extension Trait where Self == FindsTrait {
    fileprivate static func finds(_ mistake: StoreKitDiagnostics.Mistake) -> Self { Self(mistake: mistake) }
}

@Suite struct DiagnosticsReportTests {
    @Test(.finds(.neverFinished), .storeKitDiagnostics(patience: .zero))
    func aMistakeBecomesAnIssueAtTheTest() async throws {
        _ = try SKTestSession(configurationFileNamed: "Store")
        _ = try await Product.products(for: ["coins"]).first?.purchase()
    }

    @Test(.finds(.neverFinished), .storeKit(configurationFileNamed: "Store"), .storeKitDiagnostics(patience: .zero))
    func theSessionOfATraitIsWatchedToo() async throws {
        _ = try await Product.products(for: ["coins"]).first?.purchase()
    }

    @Test func withoutATraitTheIssueIsWhereTheWatchingBegan() async throws {
        let session = try SKTestSession(configurationFileNamed: "Store")
        let start = #line + 1
        session.startDiagnostics(patience: .zero)
        _ = try await Product.products(for: ["coins"]).first?.purchase()

        await withKnownIssue {
            await session.endDiagnostics()
        } matching: { issue in
            issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == start
        }
    }

    @Test func whatTheAppReportedIsAnIssueWhereItReportedIt() async throws {
        let session = try SKTestSession(configurationFileNamed: "Store")
        session.startDiagnostics(patience: .zero)
        try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
        let product = try #require(try await Product.products(for: ["coins"]).first)
        guard case .success(let unverified) = try await product.purchase() else { throw CancellationError() }
        let report = #line + 1
        StoreKitDiagnostics.reportAccess(unverified)

        await withKnownIssue {
            await session.endDiagnostics()
        } matching: { issue in
            issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == report
        }
    }

    @Suite(.finds(.neverFinished), .storeKitDiagnostics(patience: .zero)) struct Inherited {
        @Test func theTraitOfASuiteWatchesItsTests() async throws {
            _ = try SKTestSession(configurationFileNamed: "Store")
            _ = try await Product.products(for: ["coins"]).first?.purchase()
        }
    }
}

/// The same in XCTest: what would fail the test is caught, and its absence fails it.
final class DiagnosticsXCTests: XCTestCase {
    private nonisolated(unsafe) var failures: [(text: String, file: String)] = []
    private nonisolated(unsafe) var expected = 0
    private nonisolated(unsafe) var line = 0

    override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
        failures.append((description, filePath))
    }

    override func tearDown() {
        if failures.count != expected
            || !failures.allSatisfy({ $0.text.contains("neverFinished") && $0.text.contains("(\(#filePath):\(line))") })
        {
            super.recordFailure(
                withDescription: "\(failures)", inFile: #filePath, atLine: #line, expected: true)
        }
    }

    func testAMistakeFailsTheTest() async throws {
        expected = 1
        let session = try SKTestSession(configurationFileNamed: "Store")
        line = #line + 1
        session.diagnose(in: self, patience: .zero)
        _ = try await Product.products(for: ["coins"]).first?.purchase()
    }

    func testACorrectAppDoesNot() async throws {
        let session = try SKTestSession(configurationFileNamed: "Store")
        session.diagnose(in: self)
        guard case .success(let result) = try await Product.products(for: ["coins"]).first?.purchase() else { return }
        await (try result.payloadValue).finish()
    }
}
