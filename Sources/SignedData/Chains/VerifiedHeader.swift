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
    private let workspaces = Lock<[VerificationWorkspace]>([])

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
        let workspace = if let idle { idle } else { try VerificationWorkspace(key: chain.key) }
        defer { workspaces.withLock { $0.append(workspace) } }
        return try workspace.isSigned(digest, payload, with: der)
    }

    /// Fetched once: asking OpenSSL for an algorithm by name costs a lock and a search.
    private nonisolated(unsafe) static let sha256 = EVP_MD_fetch(nil, "SHA256", nil)
}
