import AppStoreData
import COpenSSL
import Foundation

@testable import SignedData

extension Forge {
    func attacksOnChain() throws -> [Attack] {
        let payload = transaction()
        func chain(
            _ name: String, _ role: CertificateRole, by leaf: CertifiedKey? = nil, _ intermediate: CertifiedKey? = nil,
            _ root: CertifiedKey? = nil, trusting trusted: CertifiedKey? = nil
        ) throws -> Attack {
            attack(
                name, try jws(payload, by: leaf, intermediate, root), .invalidChain, root: trusted, certificate: role)
        }
        let foreignCurve = KeyPair(owning: try Self.key(onCurve: NID_secp256k1))
        let noAuthority = try intermediate {
            $0.isAuthority = false; $0.pathLength = nil
        }
        let unsaid = try intermediate {
            $0.isAuthority = nil; $0.pathLength = nil
        }
        let renamed = try intermediate { $0.issuerName = "Somebody" }
        let unmarked = try intermediate { $0.markers = [] }
        let unfit = try intermediate { $0.keyUsage = "cRLSign" }
        let demanding = try intermediate { $0.criticalMarkers = ["1.2.3.4"] }
        let weak = try intermediate { $0.digest = .sha1 }
        let otherIdentifier = try intermediate(key: intermediate.key) { $0.keyIdentifier = "00:01:02:03" }
        let childless = try root { $0.pathLength = 0 }
        let ofChildless = try intermediate(of: childless)
        let impostor = try intermediate(of: otherRoot) { $0.hasKeyIdentifiers = false }
        let below = try CertifiedKey(
            {
                var template = Self.intermediateTemplate(at: now); template.pathLength = nil; return template
            }(),
            issuedBy: intermediate)
        let rsa = KeyPair(owning: try Self.rsaKey())
        let heavy = try intermediate(of: otherRoot, key: rsa) { $0.hasKeyIdentifiers = false }
        let heavyRoot = try CertifiedKey(Self.rootTemplate(at: now), key: rsa)
        return [
            try chain("another authority with the same names", .root, by: otherLeaf, otherIntermediate, otherRoot),
            try chain(
                "another authority, with the trusted root presented", .intermediate, by: otherLeaf, otherIntermediate,
                root),
            try chain("another root presented", .root, by: leaf, intermediate, otherRoot),
            try chain("a root with a key of another kind presented", .root, by: leaf, intermediate, heavyRoot),
            try chain("leaf without the mark", .leaf, by: leaf { $0.markers = [] }),
            try chain("leaf with another mark", .leaf, by: leaf { $0.markers = ["1.2.840.113635.100.6.11.2"] }),
            try chain("intermediate without the mark", .intermediate, by: leaf(of: unmarked), unmarked),
            try chain("leaf of another issuer's name", .leaf, by: leaf { $0.issuerName = "Somebody" }),
            try chain("intermediate of another issuer's name", .intermediate, by: leaf(of: renamed), renamed),
            try chain("leaf with a key of P-384", .leaf, by: leaf { $0.curve = .p384 }),
            try chain("leaf with a key of another curve of 256 bits", .leaf, by: leaf(key: foreignCurve)),
            try chain("leaf an authority", .leaf, by: leaf { $0.isAuthority = true }),
            try chain("leaf as an issuer", .intermediate, by: leaf(of: leaf), leaf),
            try chain("intermediate no authority", .intermediate, by: leaf(of: noAuthority), noAuthority),
            try chain(
                "intermediate does not say whether it is an authority", .intermediate, by: leaf(of: unsaid), unsaid),
            try chain("authority below the last one allowed", .intermediate, by: leaf(of: below), below, root),
            try chain(
                "authority below a root that allows none", .root, by: leaf(of: ofChildless), ofChildless, childless,
                trusting: childless),
            try chain("leaf not for signing", .leaf, by: leaf { $0.keyUsage = "keyEncipherment" }),
            try chain("intermediate not for certificates", .intermediate, by: leaf(of: unfit), unfit),
            try chain("leaf with a critical extension", .leaf, by: leaf { $0.criticalMarkers = ["1.2.3.4"] }),
            try chain("intermediate with a critical extension", .intermediate, by: leaf(of: demanding), demanding),
            try chain("leaf signed with SHA-1", .leaf, by: leaf { $0.digest = .sha1 }),
            try chain("intermediate signed with SHA-1", .intermediate, by: leaf(of: weak), weak),
            try chain("leaf that names another key of its issuer", .leaf, by: leaf(of: otherIdentifier), intermediate),
            try chain(
                "leaf signed by somebody else", .leaf, by: leaf(of: otherIntermediate) { $0.hasKeyIdentifiers = false }),
            try chain("intermediate signed by somebody else", .intermediate, by: leaf(of: impostor), impostor),
            // What a stranger's key signed is not looked at before it is known whose key it is.
            try chain(
                "leaf and intermediate each signed by somebody else", .intermediate,
                by: leaf(of: otherIntermediate) { $0.hasKeyIdentifiers = false }, impostor),
            try chain("intermediate with a key of RSA", .intermediate, by: leaf(of: heavy), heavy),
            try chain(
                "leaf not signed by the key of RSA above it", .intermediate,
                by: leaf(of: otherIntermediate) { $0.hasKeyIdentifiers = false }, heavy),
        ]
    }

    private static func rsaKey() throws -> OpaquePointer {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nil) else { throw OpenSSLError("make a key") }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2048) == 1,
            EVP_PKEY_keygen(context, &key) == 1, let key
        else { throw OpenSSLError("make a key") }
        return key
    }

    private static func key(onCurve curve: CInt) throws -> OpaquePointer {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { throw OpenSSLError("make a key") }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, curve) == 1,
            EVP_PKEY_keygen(context, &key) == 1, let key
        else { throw OpenSSLError("make a key") }
        return key
    }
}
