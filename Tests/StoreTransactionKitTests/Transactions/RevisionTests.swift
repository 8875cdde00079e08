import Foundation
import Testing

@testable import StoreTransactionKit

@Suite struct RevisionTests {
    private let key = TransactionKey(environment: "Xcode", id: 7)

    @Test func signingAgainMakesNoNewRevision() {
        let first = revision(
            #"{"transactionId":"7","price":4990,"signedDate":1,"deviceVerification":"x","deviceVerificationNonce":"y"}"#
        )
        let again = revision(
            #"{"deviceVerificationNonce":"z","transactionId":"7","signedDate":2,"price":4990,"deviceVerification":"w"}"#
        )
        #expect(first == again)
    }

    @Test(arguments: [
        #"{"transactionId":"7","price":4990,"revocationDate":3}"#,
        #"{"transactionId":"7","price":4990,"isUpgraded":true}"#,
        #"{"transactionId":"7","price":4991}"#,
    ])
    func whatTheAppStoreSaysDifferentlyIsAnotherRevision(payload: String) {
        #expect(revision(payload) != revision(#"{"transactionId":"7","price":4990}"#))
    }

    @Test func transactionsOfTwoEnvironmentsAreApart() {
        let payload = Data(#"{"transactionId":"7"}"#.utf8)
        let sandbox = Revision(transaction: TransactionKey(environment: "Sandbox", id: 7), payload: payload)
        #expect(sandbox != Revision(transaction: key, payload: payload))
    }

    @Test func aPayloadThatIsNoJSONIsComparedAsItIs() {
        #expect(revision("gibberish") == revision("gibberish"))
        #expect(revision("gibberish") != revision("gibberisj"))
    }

    private func revision(_ payload: String) -> Revision {
        Revision(transaction: key, payload: Data(payload.utf8))
    }
}
