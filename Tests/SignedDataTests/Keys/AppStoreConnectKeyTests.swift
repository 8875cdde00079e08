import AppStoreData
import Foundation
import Testing

@testable import SignedData

@Suite struct AppStoreConnectKeyTests {
    let key: AppStoreConnectKey
    let now = Date(timeIntervalSince1970: 1_795_000_000.9)

    init() throws {
        key = AppStoreConnectKey(
            keyID: "ABCDEFGHIJ", issuerID: "57246542-96fe-1a63-e053-0824d011072a", signingKey: try .generate())
    }

    @Test func aServerTokenHasExactlyTheClaimsOfTheServerAPI() throws {
        let token = try key.serverToken(bundleID: "com.example.orchard", issuedAt: now)
        let (header, payload) = try opened(token, by: key)
        #expect(header == #"{"alg":"ES256","kid":"ABCDEFGHIJ","typ":"JWT"}"#)
        #expect(
            payload
                == #"{"aud":"appstoreconnect-v1","bid":"com.example.orchard","exp":1795000300,"iat":1795000000,"#
                + #""iss":"57246542-96fe-1a63-e053-0824d011072a"}"#)
    }

    @Test func aConnectTokenNamesNoApp() throws {
        let token = try key.connectToken(issuedAt: now, lifetime: .seconds(20 * 60))
        let (header, payload) = try opened(token, by: key)
        #expect(header == #"{"alg":"ES256","kid":"ABCDEFGHIJ","typ":"JWT"}"#)
        #expect(
            payload
                == #"{"aud":"appstoreconnect-v1","exp":1795001200,"iat":1795000000,"#
                + #""iss":"57246542-96fe-1a63-e053-0824d011072a"}"#)
    }

    @Test func aLifetimeBeyondWhatTheAppStoreAcceptsIsRefused() throws {
        let hour = Duration.seconds(3600)
        _ = try key.serverToken(bundleID: "b", issuedAt: now, lifetime: hour)
        _ = try key.serverToken(bundleID: "b", issuedAt: now, lifetime: .seconds(1))
        for lifetime in [hour + .nanoseconds(1), .zero, .seconds(-1), .milliseconds(999)] {
            #expect(throws: TokenError.lifetime(lifetime, limit: hour)) {
                try key.serverToken(bundleID: "b", issuedAt: now, lifetime: lifetime)
            }
        }
        let twentyMinutes = Duration.seconds(1200)
        #expect(throws: TokenError.lifetime(.seconds(1201), limit: twentyMinutes)) {
            try key.connectToken(issuedAt: now, lifetime: .seconds(1201))
        }
    }

    @Test(arguments: [Double.infinity, -.infinity, 1e300])
    func aDateOutOfRangeIsRefused(seconds: Double) {
        // `Date.description` traps for these, so no date may be part of the expectation.
        let key = key
        let make = { _ = try key.connectToken(issuedAt: Date(timeIntervalSince1970: seconds)) }
        #expect(throws: TokenError.date(secondsSince1970: seconds), performing: make)
    }

    @Test func aDateBeforeThePresentEraIsCutDownwards() throws {
        let token = try key.connectToken(issuedAt: Date(timeIntervalSince1970: -0.5), lifetime: .seconds(2))
        #expect(try opened(token, by: key).payload.contains(#""exp":1,"iat":-1,"#))
    }

    @Test func namesAreEscapedAsJSON() throws {
        let odd = AppStoreConnectKey(keyID: "a\"b/\n", issuerID: "é", signingKey: key.signingKey)
        let (header, _) = try opened(try odd.connectToken(issuedAt: now), by: odd)
        #expect(header == #"{"alg":"ES256","kid":"a\"b/\n","typ":"JWT"}"#)
    }
}

/// The decoded header and payload of what `key` signed, after `openssl` has found the signature good.
func opened(_ jws: String, by key: AppStoreConnectKey) throws -> (header: String, payload: String) {
    let segments = jws.split(separator: ".", omittingEmptySubsequences: false)
    try #require(segments.count == 3)
    let raw = try #require(Base64.url.decode(segments[2]))
    let der = try #require(ECDSASignature.der(fromRaw: raw))
    let openssl = try OpenSSLCommand()
    let signed = Array("\(segments[0]).\(segments[1])".utf8)
    try #require(try openssl.verifies(der, over: signed, by: key.signingKey.verifyingKey.pem))
    let header = try #require(Base64.url.decode(segments[0]))
    let payload = try #require(Base64.url.decode(segments[1]))
    return (String(decoding: header, as: UTF8.self), String(decoding: payload, as: UTF8.self))
}
