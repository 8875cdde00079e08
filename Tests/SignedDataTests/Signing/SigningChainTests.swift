import AppStoreData
import COpenSSL
import Foundation
import Testing

@testable import SignedData

struct SigningChainTests {
    @Test func thePayloadIsSignedWordForWord() throws {
        let chain = try SigningChain(startingAt: Date(timeIntervalSince1970: 1_800_000_000))
        let payload = Data(#"{"a" : 1}"#.utf8)
        let jws = try UnverifiedJWS(chain.sign(payload: payload))
        #expect(jws.payload == payload)
        let header = try #require(try JSONSerialization.jsonObject(with: jws.header) as? [String: Any])
        #expect(header["alg"] as? String == "ES256")
        #expect(header["typ"] as? String == "JWT")
        let certificates = [chain.leaf, chain.intermediate, chain.root].map { $0.der.base64EncodedString() }
        #expect(header["x5c"] as? [String] == certificates)
        let key = KeyPair(owning: try #require(X509_get_pubkey(chain.leaf.pointer)))
        #expect(key.isP256)
        let der = try #require(ECDSASignature.der(fromRaw: jws.signature))
        #expect(key.accepts(der, over: jws.signedData))
        #expect(!key.accepts(der, over: jws.signedData + [0]))
    }

    @Test func openSSLAcceptsTheChainWithItsStrictestChecks() throws {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let chain = try SigningChain(startingAt: start)
        let store = try #require(X509_STORE_new())
        defer { X509_STORE_free(store) }
        X509_STORE_add_cert(store, chain.root.pointer)
        let context = try #require(X509_STORE_CTX_new())
        defer { X509_STORE_CTX_free(context) }
        let untrusted = OPENSSL_sk_new_null()
        defer { OPENSSL_sk_free(untrusted) }
        OPENSSL_sk_push(untrusted, UnsafeRawPointer(chain.intermediate.pointer))
        X509_STORE_CTX_init(context, store, chain.leaf.pointer, untrusted)
        X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_X509_STRICT))
        X509_STORE_CTX_set_time(context, 0, time_t(start.timeIntervalSince1970))
        #expect(X509_verify_cert(context) == 1)
        #expect(X509_STORE_CTX_get_error(context) == X509_V_OK)
    }

    @Test(arguments: [TimeInterval.nan, .infinity, -.infinity, 1e12, 1e300])
    func datesThatNoCertificateCanSayAreRefused(seconds: TimeInterval) {
        #expect(throws: OpenSSLError.self) { try SigningChain(startingAt: Date(timeIntervalSince1970: seconds)) }
    }

    @Test func aCertificateComesBackFromItsText() throws {
        let root = try SigningChain(startingAt: Date()).root
        #expect(try Certificate(der: root.der).pem == root.pem)
        #expect(root.pem.hasPrefix("-----BEGIN CERTIFICATE-----\nMII"))
        #expect(throws: OpenSSLError.self) { try Certificate(der: root.der + [0]) }
    }

    @Test func deviceVerificationIsTheDigestOfBothIdentifiersInLowerCase() throws {
        let nonce = try #require(UUID(uuidString: "7EDEA87D-98F0-42D0-9682-49CA81022F73"))
        let device = try #require(UUID(uuidString: "48C8B92D-CE0D-4229-BEDF-E61B4F9CFC92"))
        // printf %s 7edea87d-98f0-42d0-9682-49ca81022f7348c8b92d-ce0d-4229-bedf-e61b4f9cfc92 | sha384sum
        let value = SigningChain.deviceVerification(nonce: nonce, deviceID: device)
        #expect(
            value.map { String(format: "%02x", $0) }.joined()
                == "240b61d1c6fae31b0ffd5a10ef5b81c84fee16e400cb6e5891a1fbf7ee43ab788603ce5168cef2406962eb57ddedcbcb")
        #expect(value.base64EncodedString().count == 64)
    }
}
