import AppStoreData
import Foundation
import SignedData
import Testing

extension OfferSignatureTerms {
    static let example = OfferSignatureTerms(
        bundleID: "com.example.orchard", keyID: "ABCDEFGHIJ", productID: "com.example.orchard.monthly",
        offerID: "autumn", appAccountToken: UUID(uuidString: "7E3FB204-2F1C-4F9A-9C6D-2C1B5E1A0F55"),
        nonce: UUID(uuid: (0xDE, 0xF6, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 0xAB)),
        timestamp: Timestamp(rawValue: 1_795_000_000_123))

    /// Written out by hand.
    var expectedText: String {
        "com.example.orchard\u{2063}ABCDEFGHIJ\u{2063}com.example.orchard.monthly\u{2063}autumn\u{2063}"
            + (appAccountToken == nil ? "" : "7e3fb204-2f1c-4f9a-9c6d-2c1b5e1a0f55")
            + "\u{2063}def60908-0706-0504-0302-0100010203ab\u{2063}1795000000123"
    }
}

@Suite struct OfferSignatureTests {
    @Test func aSignatureWithoutAnAccountTokenLeavesItsPlaceEmpty() throws {
        let openssl = try OpenSSLCommand()
        let key = try SigningKey.generate()
        var terms = OfferSignatureTerms.example
        terms.appAccountToken = nil
        let signature = try key.offerSignature(for: terms)
        #expect(try openssl.verifies(signature, over: Array(terms.expectedText.utf8), by: key.verifyingKey.pem))
        #expect(key.verifyingKey.accepts(signature, for: terms))
    }

    @Test func aSignatureHoldsForItsOwnTermsOnly() throws {
        let key = try SigningKey.generate()
        let terms = OfferSignatureTerms.example
        let signature = try key.offerSignature(for: terms)
        #expect(key.verifyingKey.accepts(signature, for: terms))
        let changes: [(inout OfferSignatureTerms) -> Void] = [
            { $0.bundleID += "x" }, { $0.keyID += "x" }, { $0.productID += "x" }, { $0.offerID += "x" },
            { $0.appAccountToken = nil }, { $0.appAccountToken = UUID() }, { $0.nonce = UUID() },
            { $0.timestamp = Timestamp(rawValue: $0.timestamp.rawValue + 1) },
        ]
        for change in changes {
            var changed = terms
            change(&changed)
            #expect(!key.verifyingKey.accepts(signature, for: changed), "\(changed)")
        }
        #expect(try !SigningKey.generate().verifyingKey.accepts(signature, for: terms))
    }

    @Test func bytesThatAreNoSignatureAreNotAccepted() throws {
        let key = try SigningKey.generate()
        let terms = OfferSignatureTerms.example
        let signature = try key.offerSignature(for: terms)
        for wrong in [Data(), Data([0x30]), signature.dropLast(), signature + [0], Data(count: 64)] {
            #expect(!key.verifyingKey.accepts(wrong, for: terms))
        }
    }
}
