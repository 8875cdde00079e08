internal import AppStoreData

/// An intermediate that a trusted root signed.
///
/// It is remembered on its own: a new leaf below it costs the verification of one signature, and made-up intermediates do
/// not use up what is allowed for it.
final class VerifiedIntermediate: Sendable {
    /// What it is known by.
    let digest: [UInt8]
    let issued: IssuedCertificate
    /// Of unknown leaves below it.
    let validations: Lock<TokenBucket>

    init(digest: [UInt8], issued: IssuedCertificate, validationsPerSecond: Int) {
        self.digest = digest
        self.issued = issued
        validations = Lock(TokenBucket(rate: validationsPerSecond))
    }
}
