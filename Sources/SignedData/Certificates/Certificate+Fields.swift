internal import AppStoreData
internal import COpenSSL
internal import Foundation

/// What the checks of a chain read from a certificate.
extension Certificate {
    /// The moments from which and until which it is valid, both included. Nil if one of them cannot be read.
    var validity: ClosedRange<Timestamp>? {
        guard let notBefore = Timestamp(X509_get0_notBefore(pointer)),
            let notAfter = Timestamp(X509_get0_notAfter(pointer)), notBefore <= notAfter
        else { return nil }
        return notBefore...notAfter
    }

    /// The subject's key, if it is of a kind that OpenSSL knows.
    var publicKey: KeyPair? {
        guard let key = X509_get_pubkey(pointer) else {
            ERR_clear_error()
            return nil
        }
        return KeyPair(owning: key)
    }

    /// Whether these very bytes are how DER spells it, with nothing after it.
    func isExactly(_ bytes: [UInt8]) -> Bool {
        let encoded = try? serialize("write a certificate") { i2d_X509(pointer, $0) }
        return encoded == bytes
    }

    func isNamedAsIssuer(of other: Certificate) -> Bool {
        X509_NAME_cmp(X509_get_subject_name(pointer), X509_get_issuer_name(other.pointer)) == 0
    }

    func hasSubjectAndKey(of other: Certificate) -> Bool {
        X509_NAME_cmp(X509_get_subject_name(pointer), X509_get_subject_name(other.pointer)) == 0
            && EVP_PKEY_eq(X509_get0_pubkey(pointer), X509_get0_pubkey(other.pointer)) == 1
    }

    var hasKeyIdentifier: Bool {
        X509_get0_subject_key_id(pointer) != nil
    }

    /// Whether the authority's key identifier, where both name one, is the issuer's.
    func isIssuedWithKey(of issuer: Certificate) -> Bool {
        guard let authority = X509_get0_authority_key_id(pointer),
            let subject = X509_get0_subject_key_id(issuer.pointer)
        else { return true }
        return ASN1_OCTET_STRING_cmp(authority, subject) == 0
    }

    /// Whether the issuer's key made the signature, with the algorithm that the signed part names.
    func isSigned(by issuer: Certificate) -> Bool {
        defer { ERR_clear_error() }
        guard let key = X509_get0_pubkey(issuer.pointer) else { return false }
        return X509_verify(pointer, key) == 1
    }

    /// Whether the digest of its signature is one of the SHA-2 family.
    var isSignedWithStrongDigest: Bool {
        var digest: CInt = NID_undef
        guard X509_get_signature_info(pointer, &digest, nil, nil, nil) == 1 else {
            ERR_clear_error()
            return false
        }
        return [NID_sha256, NID_sha384, NID_sha512].contains(digest)
    }

    var isAuthority: Bool {
        flags & UInt32(EXFLAG_CA) != 0
    }

    /// How many authorities may follow below it before the leaf; nil for any number.
    var pathLength: Int? {
        let length = X509_get_pathlen(pointer)
        return length < 0 ? nil : length
    }

    var hasReadableExtensions: Bool {
        flags & UInt32(EXFLAG_INVALID) == 0
    }

    /// Whether its key may be used so, a `KU_` of OpenSSL. True if the certificate does not say; false if one of its
    /// extensions cannot be read.
    func allows(_ usage: CInt) -> Bool {
        X509_get_key_usage(pointer) & UInt32(usage) != 0
    }

    func hasExtension(_ identifier: String) -> Bool {
        guard let object = OBJ_txt2obj(identifier, 1) else { return false }
        defer { ASN1_OBJECT_free(object) }
        return X509_get_ext_by_OBJ(pointer, object, -1) >= 0
    }

    /// The identifier of an extension that must be understood, and is not.
    var unknownCriticalExtension: String? {
        for index in 0..<max(0, X509_get_ext_count(pointer)) {
            guard let item = X509_get_ext(pointer, index), X509_EXTENSION_get_critical(item) == 1,
                let object = X509_EXTENSION_get_object(item),
                ![NID_basic_constraints, NID_key_usage].contains(OBJ_obj2nid(object))
            else { continue }
            var text = [CChar](repeating: 0, count: 80)
            OBJ_obj2txt(&text, CInt(text.count), object, 1)
            return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? "unnamed"
        }
        return nil
    }

    private var flags: UInt32 { X509_get_extension_flags(pointer) }

    /// The first OCSP responder that it names.
    var responder: URL? {
        guard let addresses = X509_get1_ocsp(pointer) else { return nil }
        defer { X509_email_free(addresses) }
        guard let first = OPENSSL_sk_value(addresses, 0) else { return nil }
        return URL(string: String(cString: first.assumingMemoryBound(to: CChar.self)))
    }
}
