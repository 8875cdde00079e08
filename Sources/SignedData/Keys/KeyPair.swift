internal import COpenSSL

/// An OpenSSL key, public or with its private half, owned by this object.
///
/// Immutable after creation: OpenSSL allows any number of threads to sign and verify with one key.
package final class KeyPair: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the reference that the caller holds.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    package enum Curve: Sendable {
        case p256
        case p384

        var nid: CInt {
            switch self {
            case .p256: NID_X9_62_prime256v1
            case .p384: NID_secp384r1
            }
        }
    }

    static func generate(on curve: Curve) throws(OpenSSLError) -> KeyPair {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { throw OpenSSLError("make a key") }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, curve.nid) == 1,
            EVP_PKEY_keygen(context, &key) == 1,
            let key
        else { throw OpenSSLError("make a key") }
        return KeyPair(owning: key)
    }

    /// "P-256" or "P-384" for those curves, else OpenSSL's name of the curve or the kind of key.
    var kind: String {
        guard EVP_PKEY_get_base_id(pointer) == EVP_PKEY_EC else {
            let name = EVP_PKEY_get0_type_name(pointer).map { String(cString: $0) } ?? "unknown"
            return "\(name), \(EVP_PKEY_get_bits(pointer)) bits"
        }
        var name = [CChar](repeating: 0, count: 64)
        guard EVP_PKEY_get_group_name(pointer, &name, name.count, nil) == 1 else { return "EC, unnamed curve" }
        return switch name.withUnsafeBufferPointer({ $0.baseAddress.map { String(cString: $0) } }) {
        case "prime256v1"?: "P-256"
        case "secp384r1"?: "P-384"
        case let other: "EC, curve \(other ?? "unnamed")"
        }
    }

    var isP256: Bool { kind == "P-256" }

    /// DER-encoded ECDSA signature over the SHA-256 digest of `message`.
    func signature(over message: some Sequence<UInt8>) throws(OpenSSLError) -> [UInt8] {
        let message = Array(message)
        guard let context = EVP_MD_CTX_new() else { throw OpenSSLError("sign") }
        defer { EVP_MD_CTX_free(context) }
        var length = Int(EVP_PKEY_get_size(pointer))
        var signature = [UInt8](repeating: 0, count: length)
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer) == 1,
            EVP_DigestSign(context, &signature, &length, message, message.count) == 1
        else { throw OpenSSLError("sign") }
        signature.removeLast(signature.count - length)
        return signature
    }

    /// Whether `signature`, in DER, is this key's over the SHA-256 digest of `message`.
    func accepts(_ signature: [UInt8], over message: some Sequence<UInt8>) -> Bool {
        let message = Array(message)
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        defer { ERR_clear_error() }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, pointer) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// The private key in PKCS#8 (DER).
    func pkcs8() throws(OpenSSLError) -> [UInt8] {
        guard let info = EVP_PKEY2PKCS8(pointer) else { throw OpenSSLError("write a private key") }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        return try serialize("write a private key") { i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
    }

    /// The public key as a SubjectPublicKeyInfo (DER).
    func subjectPublicKeyInfo() throws(OpenSSLError) -> [UInt8] {
        try serialize("write a public key") { i2d_PUBKEY(pointer, $0) }
    }
}
