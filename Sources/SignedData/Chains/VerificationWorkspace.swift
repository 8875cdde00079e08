internal import COpenSSL

/// What OpenSSL needs for one verification at a time, kept from one to the next.
final class VerificationWorkspace {
    private let digest: OpaquePointer
    private let verification: OpaquePointer

    init(key: KeyPair) throws(OpenSSLError) {
        guard let digest = EVP_MD_CTX_new() else { throw OpenSSLError("prepare a verification") }
        guard let verification = EVP_PKEY_CTX_new(key.pointer, nil) else {
            EVP_MD_CTX_free(digest)
            throw OpenSSLError("prepare a verification")
        }
        self.digest = digest
        self.verification = verification
        guard EVP_PKEY_verify_init(verification) == 1 else { throw OpenSSLError("prepare a verification") }
    }

    deinit {
        EVP_MD_CTX_free(digest)
        EVP_PKEY_CTX_free(verification)
    }

    /// Whether the signature is over what `beginning` has taken in and `rest`.
    func isSigned(
        _ beginning: OpaquePointer, _ rest: UnsafeBufferPointer<UInt8>, with signature: [UInt8]
    ) throws(OpenSSLError) -> Bool {
        let answer = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { hash -> CInt? in
            guard EVP_MD_CTX_copy_ex(digest, beginning) == 1,
                EVP_DigestUpdate(digest, rest.baseAddress, rest.count) == 1,
                EVP_DigestFinal_ex(digest, hash.baseAddress, nil) == 1
            else { return nil }
            return EVP_PKEY_verify(verification, signature, signature.count, hash.baseAddress, hash.count)
        }
        guard let answer else { throw OpenSSLError("compute a digest") }
        // The signature is well-formed DER, so this is no word about it.
        guard answer >= 0 else { throw OpenSSLError("verify a signature") }
        if answer == 0 { ERR_clear_error() }
        return answer == 1
    }
}
