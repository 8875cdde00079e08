import AppStoreData
import Foundation

@testable import SignedData

extension Forge {
    func attacksOnDates() throws -> [Attack] {
        func dated(
            _ name: String, signed days: Double, _ role: CertificateRole?, age: SignedDataAge = .stored,
            by leaf: CertifiedKey? = nil, _ intermediate: CertifiedKey? = nil, _ root: CertifiedKey? = nil
        ) throws -> Attack {
            attack(
                name, try jws(transaction(signedDate: "\(date(days))"), by: leaf, intermediate, root), .invalidChain,
                age: age, root: root, field: role == nil ? "signedDate" : nil, certificate: role,
                isForDatesAlone: true)
        }
        let expired = try leaf { $0.notAfter = now - 61 * Self.day }
        let future = try leaf { $0.notBefore = now + Self.day }
        let expiredIntermediate = try intermediate { $0.notAfter = now - 10 * Self.day }
        let futureIntermediate = try intermediate { $0.notBefore = now + Self.day }
        let expiredRoot = try root { $0.notAfter = now - 10 * Self.day }
        let ofExpiredRoot = try intermediate(of: expiredRoot)
        let impostor = try intermediate(of: otherRoot) { $0.hasKeyIdentifiers = false }
        /// What the App Store did not sign is a forgery, however wrong its dates are.
        func forged(
            _ name: String, _ role: CertificateRole?, by leaf: CertifiedKey, _ intermediate: CertifiedKey? = nil,
            signature key: KeyPair? = nil
        ) throws -> Attack {
            let presented = [leaf, intermediate ?? self.intermediate, root].map { $0.certificate.base64 }
            let text = try jws(
                transaction(signedDate: "\(date(-62))"), header: Self.header(presenting: presented),
                key: key ?? leaf.key)
            return attack(
                name, text, role == nil ? .invalidSignature : .invalidChain, age: .fresh,
                field: role == nil ? "signature" : nil, certificate: role)
        }
        return [
            try dated("signed tomorrow", signed: 1, nil),
            try dated("signed tomorrow, arriving now", signed: 1, nil, age: .fresh),
            try dated("signed two minutes from now", signed: 2 / 1440, nil),
            attack(
                "signed at the end of time", try jws(transaction(signedDate: "9223372036854775807")), .invalidChain,
                field: "signedDate", isForDatesAlone: true),
            attack(
                "signed at the beginning of time", try jws(transaction(signedDate: "-9223372036854775808")),
                .invalidChain, certificate: .leaf, isForDatesAlone: true),
            try dated("signed before 1970", signed: -30000, .leaf),
            try dated("signed before 1970, arriving now", signed: -30000, .leaf, age: .fresh),
            try dated("signed when the leaf had expired", signed: -60, .leaf, by: expired),
            try dated("signed before the leaf was valid", signed: -401, .leaf),
            try dated("leaf not yet valid", signed: -1, .leaf, by: future),
            try dated("signed in the future, when the leaf will be valid", signed: 2, nil, by: future),
            try dated(
                "signed when the intermediate had expired", signed: -9, .intermediate,
                by: leaf(of: expiredIntermediate), expiredIntermediate),
            try dated(
                "intermediate not yet valid", signed: -1, .intermediate, by: leaf(of: futureIntermediate),
                futureIntermediate),
            try dated(
                "signed when the root had expired", signed: -9, .root, by: leaf(of: ofExpiredRoot), ofExpiredRoot,
                expiredRoot),
            try dated(
                "arriving more than 60 days after the leaf expired", signed: -62, .leaf, age: .fresh, by: expired),
            try forged(
                "a leaf that expired long ago, and another's signature", nil, by: expired, signature: otherLeaf.key),
            try forged("a leaf not yet valid, and another's signature", nil, by: future, signature: otherLeaf.key),
            try forged(
                "somebody else's leaf that expired long ago", .leaf,
                by: leaf(of: otherIntermediate) {
                    $0.hasKeyIdentifiers = false; $0.notAfter = now - 61 * Self.day
                }),
            try forged(
                "somebody else's leaf and intermediate that expired long ago", .intermediate,
                by: leaf(of: impostor) { $0.notAfter = now - 61 * Self.day }, impostor),
            try forged(
                "somebody else's leaf not yet valid", .leaf,
                by: leaf(of: otherIntermediate) {
                    $0.hasKeyIdentifiers = false; $0.notBefore = now + Self.day
                }),
            attack(
                "signed tomorrow, for another app",
                try jws(transaction(bundleID: "com.example.evil", signedDate: "\(date(1))")), .invalidAppIdentifier,
                field: "bundleId"),
            attack(
                "signed tomorrow, for another environment",
                try jws(transaction(environment: "Production", signedDate: "\(date(1))")), .invalidEnvironment,
                field: "environment"),
        ]
    }
}
