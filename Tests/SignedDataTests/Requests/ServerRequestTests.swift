import Foundation
import Testing

@testable import SignedData

@Suite struct ServerRequestTests {
    let key: AppStoreConnectKey
    let nonce = UUID(uuid: (0xDE, 0xF6, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 0xAB))
    let now = Date(timeIntervalSince1970: 1_795_000_000)
    let shared = #""iat":1795000000,"iss":"57246542-96fe-1a63-e053-0824d011072a","#

    init() throws {
        key = AppStoreConnectKey(
            keyID: "ABCDEFGHIJ", issuerID: "57246542-96fe-1a63-e053-0824d011072a", signingKey: try .generate())
    }

    private var trusted: [String: VerifyingKey] { [key.keyID: key.signingKey.verifyingKey] }

    private func signed(_ claims: some ServerRequestClaims) throws -> String {
        try key.request(claims, bundleID: "com.example.orchard", nonce: nonce, issuedAt: now)
    }

    private func check<Claims: ServerRequestClaims>(_ claims: Claims, _ expected: String) throws {
        let jws = try signed(claims)
        let (header, payload) = try opened(jws, by: key)
        #expect(header == #"{"alg":"ES256","kid":"ABCDEFGHIJ","typ":"JWT"}"#)
        #expect(payload == expected)
        let request = try ServerRequest<Claims>(verifying: jws, with: trusted)
        #expect(request.claims == claims)
        #expect(request.nonce == nonce)
        #expect(request.bundleID == "com.example.orchard")
        #expect(request.issuerID == key.issuerID)
        #expect(request.issuedAt == 1_795_000_000)
    }

    @Test func aPromotionalOfferHasExactlyItsClaims() throws {
        try check(
            PromotionalOfferClaims(productID: "monthly", offerID: "autumn", transactionID: "42"),
            #"{"aud":"promotional-offer","bid":"com.example.orchard",\#(shared)"#
                + #""nonce":"def60908-0706-0504-0302-0100010203ab","offerIdentifier":"autumn","productId":"monthly","#
                + #""transactionId":"42"}"#)
        try check(
            PromotionalOfferClaims(productID: "monthly", offerID: "autumn"),
            #"{"aud":"promotional-offer","bid":"com.example.orchard",\#(shared)"#
                + #""nonce":"def60908-0706-0504-0302-0100010203ab","offerIdentifier":"autumn","productId":"monthly"}"#)
    }

    @Test func anEligibilityHasExactlyItsClaims() throws {
        try check(
            IntroductoryOfferEligibilityClaims(
                productID: "monthly", allowsIntroductoryOffer: false, transactionID: "42"),
            #"{"allowIntroductoryOffer":false,"aud":"introductory-offer-eligibility","bid":"com.example.orchard","#
                + shared
                + #""nonce":"def60908-0706-0504-0302-0100010203ab","productId":"monthly","transactionId":"42"}"#)
    }

    @Test func anAdvancedCommerceRequestCarriesItsJSONInBase64() throws {
        try check(
            AdvancedCommerceClaims(request: Data(#"{"operation":"?>?"}"#.utf8)),
            #"{"aud":"advanced-commerce-api","bid":"com.example.orchard",\#(shared)"#
                + #""nonce":"def60908-0706-0504-0302-0100010203ab","request":"eyJvcGVyYXRpb24iOiI/Pj8ifQ=="}"#)
    }

    private func refusal<Claims: ServerRequestClaims>(
        of jws: String, as _: Claims.Type = PromotionalOfferClaims.self
    ) -> ServerRequestError? {
        do throws(ServerRequestError) {
            _ = try ServerRequest<Claims>(verifying: jws, with: trusted)
            return nil
        } catch {
            return error
        }
    }

    /// A JWS with any header and payload, signed by the key.
    private func made(header: String, payload: String) throws -> String {
        try CompactJWS.sign(header: Array(header.utf8), payload: Array(payload.utf8), with: key.signingKey.pair)
    }

    @Test func oneKindOfRequestIsNotTakenForAnother() throws {
        let jws = try signed(PromotionalOfferClaims(productID: "monthly", offerID: "autumn", transactionID: "42"))
        let error = try #require(refusal(of: jws, as: IntroductoryOfferEligibilityClaims.self))
        #expect(
            error
                == .claims(
                    #"aud: the audience is "promotional-offer", but "introductory-offer-eligibility" is expected here"#)
        )
    }

    @Test func aRequestByAnUnknownKeyIsRefused() throws {
        let stranger = AppStoreConnectKey(keyID: "KLMNOPQRST", issuerID: key.issuerID, signingKey: try .generate())
        let claims = PromotionalOfferClaims(productID: "monthly", offerID: "autumn")
        let jws = try stranger.request(claims, bundleID: "b", nonce: nonce, issuedAt: now)
        #expect(refusal(of: jws) == .unknownKey(id: "KLMNOPQRST"))

        let pretender = AppStoreConnectKey(keyID: key.keyID, issuerID: key.issuerID, signingKey: try .generate())
        #expect(
            refusal(of: try pretender.request(claims, bundleID: "b", nonce: nonce, issuedAt: now)) == .signature)
    }

    @Test func aRequestWithAnyByteChangedIsRefused() throws {
        let jws = Array(try signed(PromotionalOfferClaims(productID: "monthly", offerID: "autumn")).utf8)
        for position in jws.indices {
            var changed = jws
            changed[position] = changed[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(refusal(of: String(decoding: changed, as: UTF8.self)) != nil, "position \(position)")
        }
    }

    @Test func aHeaderWithAnotherAlgorithmOrACriticalExtensionIsRefused() throws {
        let payload = "{}"
        for algorithm in ["none", "nOnE", "HS256", "ES384", "es256"] {
            let jws = try made(header: #"{"alg":"\#(algorithm)","kid":"ABCDEFGHIJ"}"#, payload: payload)
            #expect(refusal(of: jws) == .algorithm(algorithm))
        }
        for critical in [#"["b64"]"#, "[]", "null", "7"] {
            let jws = try made(header: #"{"alg":"ES256","crit":\#(critical),"kid":"ABCDEFGHIJ"}"#, payload: payload)
            #expect(refusal(of: jws) == .malformed("the header asks for critical extensions"))
        }
        let unencoded = try made(header: #"{"alg":"ES256","b64":false,"kid":"ABCDEFGHIJ"}"#, payload: payload)
        #expect(
            refusal(of: unencoded)
                == .malformed("the header says how the payload is encoded, and there is only one way"))
    }

    /// Two readers of it could read two requests.
    @Test func aRequestThatIsNotStrictJSONIsRefused() throws {
        let claims =
            #""aud":"promotional-offer","iss":"i","nonce":"def60908-0706-0504-0302-0100010203ab","iat":1,"bid":"b","#
            + #""productId":"p","offerIdentifier":"o""#
        let header = #"{"alg":"ES256","kid":"ABCDEFGHIJ"}"#
        #expect(refusal(of: try made(header: header, payload: "{\(claims)}")) == nil)
        for payload in [
            "{\(claims),}", #"{\#(claims),"bid":"c"}"#, #"{\#(claims),"b\u0069d":"c"}"#, "\u{FEFF}{\(claims)}",
        ] {
            guard case .claims = try #require(refusal(of: made(header: header, payload: payload))) else {
                Issue.record("refused as another thing: \(payload)")
                continue
            }
        }
        for header in [#"{"alg":"ES256","kid":"ABCDEFGHIJ",}"#, #"{"alg":"ES256","kid":"x","kid":"ABCDEFGHIJ"}"#] {
            guard case .malformed = try #require(refusal(of: made(header: header, payload: "{\(claims)}"))) else {
                Issue.record("refused as another thing: \(header)")
                continue
            }
        }
    }

    @Test(arguments: ["", ".", "..", "a.b", "a.b.c.d", "é.é.é"])
    func textThatIsNoJWSIsRefused(text: String) throws {
        guard case .malformed = try #require(refusal(of: text)) else {
            Issue.record("refused as another thing: \(text)")
            return
        }
    }

    @Test func aMissingOrMistypedClaimIsNamed() throws {
        let header = #"{"alg":"ES256","kid":"ABCDEFGHIJ"}"#
        let start = #"{"aud":"promotional-offer","iss":"i","nonce":"def60908-0706-0504-0302-0100010203ab","iat":1,"#
        #expect(
            refusal(of: try made(header: header, payload: start + #""productId":"p","offerIdentifier":"o"}"#))
                == .claims(#"the payload has no "bid""#))
        #expect(
            refusal(of: try made(header: header, payload: start + #""bid":"b","productId":"p"}"#))
                == .claims(#"the payload has no "offerIdentifier""#))
        let wrong = try made(header: header, payload: start + #""bid":7,"productId":"p","offerIdentifier":"o"}"#)
        guard case .claims(let reason) = try #require(refusal(of: wrong)) else {
            Issue.record("refused as another thing")
            return
        }
        #expect(reason.hasPrefix("bid: "))
    }
}
