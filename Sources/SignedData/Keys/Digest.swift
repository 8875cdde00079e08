internal import COpenSSL
internal import Foundation

enum Digest {
    /// The SHA-256 of the parts, each with its length before it.
    static func sha256(_ parts: any Collection<UInt8>...) -> [UInt8] {
        var bytes: [UInt8] = []
        for part in parts {
            withUnsafeBytes(of: UInt64(part.count)) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: part)
        }
        var digest = [UInt8](repeating: 0, count: 32)
        SHA256(bytes, bytes.count, &digest)
        return digest
    }
}
