import AppStoreData
import Foundation
import Testing

@testable import SignedData

/// The test data of Apple's own libraries.
@Suite(.enabled(if: StoredVectors.arePresent))
struct AppleVectorTests {
    struct Row: CustomTestStringConvertible {
        var file: String
        var kind: SignedDataKind
        var environment = AppStoreEnvironment.sandbox
        var bundleID = "com.example"
        var appAppleID: Int64 = 1234
        var expected: VerdictCode

        var testDescription: String { "\(file) as \(kind), \(environment.rawValue), \(bundleID), \(appAppleID)" }
    }

    static let rows = [
        Row(file: "testNotification", kind: .notification, expected: .valid),
        Row(file: "testNotification", kind: .notification, appAppleID: 1235, expected: .valid),
        Row(file: "testNotification", kind: .notification, environment: .production, expected: .invalidEnvironment),
        Row(
            file: "testNotification", kind: .notification, environment: .production, appAppleID: 1235,
            expected: .invalidAppIdentifier),
        Row(
            file: "testNotification", kind: .notification, bundleID: "com.examplex", expected: .invalidAppIdentifier),
        Row(file: "testNotification", kind: .transaction, expected: .invalidAppIdentifier),
        Row(file: "missingX5CHeaderClaim", kind: .notification, expected: .invalidFormat),
        Row(file: "wrongBundleId", kind: .notification, expected: .invalidAppIdentifier),
        Row(file: "renewalInfo", kind: .renewalInfo, expected: .valid),
        Row(file: "transactionInfo", kind: .transaction, expected: .valid),
        Row(file: "transactionInfo", kind: .transaction, bundleID: "com.example.x", expected: .invalidAppIdentifier),
        Row(file: "transactionInfo", kind: .renewalInfo, expected: .wrongKind),
        Row(file: "transactionInfo", kind: .renewalInfo, bundleID: "com.example.x", expected: .wrongKind),
    ]

    @Test(arguments: rows)
    func theVerdictIsAsDocumented(row: Row) throws {
        let verifier = try SignedDataVerifier(
            environment: row.environment, bundleID: row.bundleID, appAppleID: row.appAppleID,
            roots: [StoredVectors.data("apple/certs/testCA.der")], now: { Date(timeIntervalSince1970: 1_796_000_000) })
        let jws = try StoredVectors.text("apple/mock_signed_data/\(row.file)")
        let verdict = verifier.verify(jws.utf8, as: row.kind, age: .stored)
        #expect(verdict.code == row.expected, "\(verdict)")
    }

    @Test func theTestNotificationIsRead() throws {
        let verifier = try SignedDataVerifier(
            environment: .sandbox, bundleID: "com.example", roots: [StoredVectors.data("apple/certs/testCA.der")])
        let jws = try StoredVectors.text("apple/mock_signed_data/testNotification")
        let notification = try verifier.verifyNotification(jws.utf8, age: .stored).get()
        #expect(notification.payload.notificationType == .test)
        #expect(notification.payload.data?.appAppleID == 1234)
    }

    @Test(arguments: [
        "transaction": SignedDataKind.transaction, "renewal-info": .renewalInfo, "app-transaction": .appTransaction,
    ])
    func whatXcodeSignedIsValidOnlyToAVerifierThatTrustsItsCertificate(name: String, kind: SignedDataKind) throws {
        let jws = try StoredVectors.text("apple/xcode/xcode-signed-\(name)")
        let bundleID = "com.example.naturelab.backyardbirds.example"
        let header = try JSONSerialization.jsonObject(with: UnverifiedJWS(jws).header) as? [String: Any]
        let text = try #require((header?["x5c"] as? [String])?.first)
        let certificate = try #require(Data(base64Encoded: text))

        let verifier = try SignedDataVerifier.testing(
            environment: .xcode, bundleID: bundleID, trust: .certificate(certificate))
        #expect(verifier.verify(jws.utf8, as: kind, age: .fresh).code == .valid)
        #expect(verifier.verify((jws.dropLast(4) + "AAAA").utf8, as: kind, age: .fresh).code == .invalidSignature)

        let other = try SigningChain(startingAt: Date())
        let stranger = try SignedDataVerifier.testing(
            environment: .xcode, bundleID: bundleID, trust: .certificate(other.leaf.der))
        #expect(stranger.verify(jws.utf8, as: kind, age: .fresh).code == .invalidChain)
        for environment in [AppStoreEnvironment.sandbox, .production] {
            let ofAppStore = try SignedDataVerifier(environment: environment, bundleID: bundleID, appAppleID: 1234)
            #expect(ofAppStore.verify(jws.utf8, as: kind, age: .stored).code == .invalidChainLength)
        }
    }

    @Test(arguments: ["a.b.c.d", "a.b.c", "", ".", "..", "e30.e30.e30"])
    func textThatIsNoJWSIsRefused(text: String) throws {
        let verifier = try SignedDataVerifier(environment: .sandbox, bundleID: "com.example")
        #expect(verifier.verifyTransaction(text.utf8, age: .fresh).code == .invalidFormat)
    }
}
