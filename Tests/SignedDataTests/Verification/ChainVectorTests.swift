import AppStoreData
import COpenSSL
import Foundation
import Testing

@testable import SignedData

/// Chains without anything that they signed.
struct ChainVectorTests {
    /// What a verifier that trusts `root` says of the chain for data that was signed then.
    fileprivate func refusal(
        of certificates: [Data], root: Data, at date: Date, age: SignedDataAge = .stored
    ) throws -> Refusal? {
        let verifier = try SignedDataVerifier(
            environment: .sandbox, bundleID: "com.example", roots: [root], now: { date })
        let now = Timestamp(date)
        let present = DatedChain.Present(now: now, skew: 0, age: age)
        do throws(Refusal) {
            let chain = try verifier.verifiedChain(certificates.map { $0.base64EncodedString() }, now: now)
            try verifier.checks.ofDates.apply(
                to: DatedChain(validity: chain.validity, signedDate: now, present: present))
            return nil
        } catch {
            return error
        }
    }

    @Test func theDefaultRootIsAppleRootCAG3() throws {
        var digest = [UInt8](repeating: 0, count: 32)
        SHA256(Array(AppleRoot.g3), AppleRoot.g3.count, &digest)
        #expect(
            digest.map { String(format: "%02x", $0) }.joined()
                == "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")
        let root = try Certificate(der: AppleRoot.g3)
        #expect(root.isNamedAsIssuer(of: root))
        #expect(root.isSigned(by: root))
        #expect(root.isAuthority)
    }

    @Suite(.enabled(if: StoredVectors.arePresent))
    struct Stored {
        private func certificates(_ names: String...) throws -> [Data] {
            try names.map { try StoredVectors.base64("apple/certs_b64/\($0).b64") }
        }

        static let november2025 = Date(timeIntervalSince1970: 1_761_962_975)

        @Test func theTestChainIsValidInItsTime() throws {
            let chain = try certificates("LEAF_CERT", "INTERMEDIATE_CA", "ROOT_CA")
            #expect(try ChainVectorTests().refusal(of: chain, root: chain[2], at: Self.november2025) == nil)
            let verifier = try SignedDataVerifier(
                environment: .sandbox, bundleID: "com.example", roots: [chain[2]], now: { Self.november2025 })
            let verified = try verifier.verifiedChain(
                chain.map { $0.base64EncodedString() }, now: Timestamp(Self.november2025))
            #expect(try Data(verified.key.subjectPublicKeyInfo()) == certificates("LEAF_CERT_PUBLIC_KEY")[0])
            let late = try ChainVectorTests().refusal(
                of: chain, root: chain[2], at: Date(timeIntervalSince1970: 2_280_946_846))
            #expect(late?.code == .invalidChain)
            #expect(late?.isForDatesAlone == true)
        }

        @Test func theWrongMarkersAreRefused() throws {
            let root = try certificates("ROOT_CA")[0]
            let leaf = try ChainVectorTests().refusal(
                of: certificates("LEAF_CERT_INVALID_OID", "INTERMEDIATE_CA", "ROOT_CA"), root: root,
                at: Self.november2025)
            #expect(leaf?.certificate == .leaf)
            let intermediate = try ChainVectorTests().refusal(
                of: certificates(
                    "LEAF_CERT_FOR_INTERMEDIATE_CA_INVALID_OID", "INTERMEDIATE_CA_INVALID_OID", "ROOT_CA"),
                root: root, at: Self.november2025)
            #expect(intermediate?.certificate == .intermediate)
            #expect(intermediate?.isForDatesAlone == false)
        }

        @Test func theTestChainIsNotApples() throws {
            let chain = try certificates("LEAF_CERT", "INTERMEDIATE_CA", "REAL_APPLE_ROOT")
            #expect(
                try ChainVectorTests().refusal(of: chain, root: AppleRoot.g3, at: Self.november2025)?.code
                    == .invalidChain)
        }

        @Test func theChainOfTheAppStoreIsValid() throws {
            let chain = try certificates("REAL_APPLE_SIGNING_CERTIFICATE", "REAL_APPLE_INTERMEDIATE", "REAL_APPLE_ROOT")
            func refusal(at date: String, age: SignedDataAge = .stored) throws -> Refusal? {
                try ChainVectorTests().refusal(
                    of: chain, root: AppleRoot.g3, at: Date("\(date)T12:00:00Z", strategy: .iso8601), age: age)
            }
            #expect(try refusal(at: "2025-11-01") == nil)
            #expect(try refusal(at: "2026-11-30", age: .fresh) == nil)
            for date in ["2025-09-01", "2027-10-14"] {
                let refused = try refusal(at: date)
                #expect(refused?.code == .invalidChain)
                #expect(refused?.certificate == .leaf)
                #expect(refused?.isForDatesAlone == true)
            }
            // Until the App Store changes its certificate.
            if Date() < (try Date("2027-10-13T00:00:00Z", strategy: .iso8601)) {
                #expect(try ChainVectorTests().refusal(of: chain, root: AppleRoot.g3, at: Date(), age: .fresh) == nil)
            }
        }
    }
}
