internal import AppStoreData
internal import COpenSSL
internal import Foundation

/// A header and the key that its chain certifies, ready to verify the signatures of whatever has this header.
///
/// The App Store signs with one certificate for years, so most headers are the same to the byte: what was found out about
/// the first holds for the others, and even its part of the digest has not to be computed again.
final class VerifiedHeader: @unchecked Sendable {
    let bytes: [UInt8]
    let chain: VerifiedChain
    /// Has taken in the header and the dot. Only copied from after creation, which any number of threads may do.
    private let digest: OpaquePointer
    /// Those that no thread is using.
    private let workspaces = Lock<[Workspace]>([])

    init(_ bytes: UnsafeBufferPointer<UInt8>, chain: VerifiedChain) throws(OpenSSLError) {
        guard let digest = EVP_MD_CTX_new() else { throw OpenSSLError("prepare a verification") }
        self.bytes = Array(bytes)
        self.chain = chain
        self.digest = digest
        guard EVP_DigestInit_ex(digest, Self.sha256, nil) == 1,
            EVP_DigestUpdate(digest, bytes.baseAddress, bytes.count) == 1,
            EVP_DigestUpdate(digest, [UInt8(ascii: ".")], 1) == 1
        else { throw OpenSSLError("prepare a verification") }
    }

    deinit {
        EVP_MD_CTX_free(digest)
    }

    func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count == other.count, let start = other.baseAddress else { return false }
        return memcmp(bytes, start, other.count) == 0
    }

    /// Whether the key made the signature (r and s, 32 bytes each) over the header, a dot and `payload`.
    func isSigned(_ payload: UnsafeBufferPointer<UInt8>, with signature: [UInt8]) throws(OpenSSLError) -> Bool {
        guard let der = ECDSASignature.der(fromRaw: signature) else { return false }
        let idle = workspaces.withLock { $0.popLast() }
        let workspace = if let idle { idle } else { try Workspace(key: chain.key) }
        defer { workspaces.withLock { $0.append(workspace) } }
        return try workspace.isSigned(digest, payload, with: der)
    }

    /// Fetched once: asking OpenSSL for an algorithm by name costs a lock and a search.
    private nonisolated(unsafe) static let sha256 = EVP_MD_fetch(nil, "SHA256", nil)
}

/// What OpenSSL needs for one verification at a time, kept from one to the next.
private final class Workspace {
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
        if answer != 1 { ERR_clear_error() }
        return answer == 1
    }
}
