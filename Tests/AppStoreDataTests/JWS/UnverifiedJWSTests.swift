import AppStoreData
import Foundation
import Testing

struct UnverifiedJWSTests {
    private func jws(_ payload: String) -> String {
        ["{}", payload, "signature"].map { Base64.url.string($0.utf8) }
            .joined(separator: ".")
    }

    @Test func thePayloadIsReadWhoeverSignedIt() throws {
        let payload = try TransactionPayload(
            unverifiedJWS: jws(#"{"transactionId":"7","price":9990,"signedDate":1795000000001,"offerType":99}"#))
        #expect(payload.transactionID == "7")
        #expect(payload.price == 9990)
        #expect(payload.signedDate == Timestamp(rawValue: 1_795_000_000_001))
        #expect(payload.offerType == OfferType(rawValue: 99))
    }

    @Test func theFractionalMillisecondsOfXcodeAreRounded() throws {
        let payload = try TransactionPayload(unverifiedJWS: jws(#"{"signedDate":1697679936049.7297}"#))
        #expect(payload.signedDate == Timestamp(rawValue: 1_697_679_936_050))
    }

    @Test func theErrorSaysWhatIsWrong() {
        #expect(throws: UnverifiedJWSError.wrongNumberOfSegments(2)) {
            try TransactionPayload(unverifiedJWS: "a.b")
        }
        #expect(throws: UnverifiedJWSError.notBase64URL(segment: "signature")) {
            try TransactionPayload(unverifiedJWS: "e30.e30.QQ==")
        }
        #expect {
            try TransactionPayload(unverifiedJWS: jws(#"{"commitmentInfo":{"commitmentPrice":"much"}}"#))
        } throws: { error in
            guard case UnverifiedJWSError.unreadablePayload(let member, _) = error else { return false }
            return member == "commitmentInfo.commitmentPrice"
        }
        #expect {
            try TransactionPayload(unverifiedJWS: jws("[1"))
        } throws: { error in
            guard case UnverifiedJWSError.unreadablePayload(member: nil, _) = error else { return false }
            return true
        }
    }
}
