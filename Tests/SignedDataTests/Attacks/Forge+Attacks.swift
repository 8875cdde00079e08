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
            + attacksOnNotification()
    }
}
