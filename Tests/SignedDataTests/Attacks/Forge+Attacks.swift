import AppStoreData
import Foundation

@testable import SignedData

extension Forge {
    func attack(
        _ name: String, _ jws: String, _ expected: VerdictCode, kind: SignedDataKind = .transaction,
        environment: AppStoreEnvironment = .sandbox, age: SignedDataAge = .stored, root: CertifiedKey? = nil,
        field: String? = nil, certificate: CertificateRole? = nil, isForDatesAlone: Bool = false
    ) -> Attack {
        Attack(
            name: name, kind: kind, environment: environment, age: age,
            root: (root ?? self.root).certificate.der, jws: jws, expected: expected, field: field,
            certificate: certificate, isForDatesAlone: isForDatesAlone)
    }

    func allAttacks() throws -> [Attack] {
        try attacksOnHeader() + attacksOnEncoding() + attacksOnChain() + attacksOnDates() + attacksOnClaims()
            + attacksOnNotification() + [notAskedAbout()]
    }

    /// Sound, but nobody knows whether its certificates have been revoked, and the verifier wants to.
    private func notAskedAbout() throws -> Attack {
        var attack = attack(
            "revocation not known", try jws(transaction()), .retryable, field: "header.x5c")
        attack.asksAboutRevocation = true
        return attack
    }
}
