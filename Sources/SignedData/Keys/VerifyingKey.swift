internal import COpenSSL

/// A P-256 public key.
public struct VerifyingKey: Sendable {
    let pair: KeyPair

    init(pair: KeyPair) {
        self.pair = pair
    }

    /// Reads a SubjectPublicKeyInfo (DER).
    ///
    /// - Throws: `KeyError` for anything but a P-256 key.
    public init(der: [UInt8]) throws(KeyError) {
        defer { ERR_clear_error() }
        guard let pointer = parse(der, with: d2i_PUBKEY, freeing: EVP_PKEY_free) else { throw .notAKey }
        let pair = KeyPair(owning: pointer)
        guard pair.isP256 else { throw .notP256(found: pair.kind) }
        self.pair = pair
    }

    /// The SubjectPublicKeyInfo (DER), without the private half.
    public var der: [UInt8] {
        get throws(OpenSSLError) { try pair.subjectPublicKeyInfo() }
    }

    /// The PEM block "PUBLIC KEY".
    public var pem: String {
        get throws(OpenSSLError) { PEM(label: "PUBLIC KEY", der: try pair.subjectPublicKeyInfo()).text }
    }
}
