internal import COpenSSL

/// A header and the key that its chain certifies, ready to verify the signatures of whatever has this header.
///
/// The App Store signs with one certificate for years, so most headers are the same to the byte: what was found out about
/// the first holds for the others, and even its part of the digest has not to be computed again.
final class VerifiedHeader: @unchecked Sendable {
    let bytes: [UInt8]
    let chain: VerifiedChain
    /// Has taken in the header and the dot. Only copied from after creation, which any number of threads may do.
    private let digest: OpaquePointer
    /// Is set up for the key. Only copied from after creation.
    private let verification: OpaquePointer

    init(_ bytes: UnsafeBufferPointer<UInt8>, chain: VerifiedChain) throws(OpenSSLError) {
        let operation = "prepare a verification"
        guard let digest = EVP_MD_CTX_new() else { throw OpenSSLError(operation) }
        guard let verification = EVP_PKEY_CTX_new(chain.key.pointer, nil) else {
            EVP_MD_CTX_free(digest)
            throw OpenSSLError(operation)
        }
        self.bytes = Array(bytes)
        self.chain = chain
        self.digest = digest
        self.verification = verification
        guard EVP_DigestInit_ex(digest, Self.sha256, nil) == 1,
            EVP_DigestUpdate(digest, bytes.baseAddress, bytes.count) == 1,
            EVP_DigestUpdate(digest, [UInt8(ascii: ".")], 1) == 1,
            EVP_PKEY_verify_init(verification) == 1
        else { throw OpenSSLError(operation) }
    }

    deinit {
        EVP_MD_CTX_free(digest)
        EVP_PKEY_CTX_free(verification)
    }

    func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.count == other.count
            && bytes.withUnsafeBytes { CRYPTO_memcmp($0.baseAddress, other.baseAddress, other.count) == 0 }
    }

    /// Whether the key made the signature (r and s, 32 bytes each) over the header, a dot and `payload`.
    func isSigned(_ payload: UnsafeBufferPointer<UInt8>, with signature: [UInt8]) -> Bool {
        guard let der = ECDSASignature.der(fromRaw: signature), let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { hash in
            guard EVP_MD_CTX_copy_ex(context, digest) == 1,
                EVP_DigestUpdate(context, payload.baseAddress, payload.count) == 1,
                EVP_DigestFinal_ex(context, hash.baseAddress, nil) == 1,
                let verification = EVP_PKEY_CTX_dup(verification)
            else { return false }
            defer { EVP_PKEY_CTX_free(verification) }
            let isValid = EVP_PKEY_verify(verification, der, der.count, hash.baseAddress, hash.count) == 1
            if !isValid { ERR_clear_error() }
            return isValid
        }
    }

    /// Fetched once: asking OpenSSL for an algorithm by name costs a lock and a search.
    private nonisolated(unsafe) static let sha256 = EVP_MD_fetch(nil, "SHA256", nil)
}
