internal import AppStoreData
internal import SignedData

/// A value that can be made of a signed payload.
protocol SignedValue: Sendable {
    associatedtype Payload: AppStorePayload

    /// Never fails: a payload that lacks something is reported as unverified, with the value as far as it goes.
    init(record: SignedRecord<Payload>)

    var record: SignedRecord<Payload> { get }
    var signedDate: Date { get }
    var deviceVerification: Data { get }
    var deviceVerificationNonce: UUID { get }

    static func verdict(on jws: String, by verifier: SignedDataVerifier) -> Verdict<Payload>

    /// Whether the payload has what the App Store never leaves out.
    static func isComplete(_ payload: Payload) -> Bool
}

extension VerificationResult where SignedType: SignedValue {
    var signed: SignedRecord<SignedType.Payload> {
        unsafePayloadValue.record
    }
}
