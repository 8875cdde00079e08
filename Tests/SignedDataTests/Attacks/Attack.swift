import AppStoreData
import Foundation
import Testing

@testable import SignedData

/// Signed data that must be refused, or that must not be.
struct Attack: CustomTestStringConvertible {
    var name: String
    var kind = SignedDataKind.transaction
    var environment = AppStoreEnvironment.sandbox
    var age = SignedDataAge.stored
    var root: Data
    var jws: String
    var expected: VerdictCode
    /// Where the refusal has to point, as a beginning.
    var field: String?
    var certificate: CertificateRole?
    var isForDatesAlone = false
    /// Whether the verifier asks about revocation. No responder answers it.
    var asksAboutRevocation = false

    var testDescription: String { name }

    func verdict(at now: Date, switchingOff checks: Set<VerificationCheck> = []) throws -> Verdict<VerifiedData> {
        let verifier = try SignedDataVerifier(
            environment: environment, bundleID: Forge.bundleID, appAppleID: Forge.appAppleID, roots: [root],
            revocation: asksAboutRevocation
                ? RevocationCheck(unavailability: .refuses) { _, _ in throw CancellationError() } : nil,
            now: { now }, switchingOff: checks)
        return verifier.verify(jws.utf8, as: kind, age: age)
    }
}
