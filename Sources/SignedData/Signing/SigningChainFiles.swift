public import Foundation
internal import Glibc

extension SigningChain {
    /// Writes the three certificates as `root`, `intermediate` and `leaf`, each with the endings `.pem` and `.der`, and the
    /// leaf's private key as `leaf.p8`, which only its owner may read.
    ///
    /// The private keys of the two authorities are not kept: nothing but this leaf is ever signed under this root.
    /// Either everything is written or nothing.
    ///
    /// - Parameter directory: must not exist, or be empty. Directories above it are made.
    /// - Throws: ``SigningChainFilesError``, or ``OpenSSLError`` if the key cannot be spelled out.
    public func write(to directory: URL) throws {
        let directory = directory.standardizedFileURL
        let draft = directory.deletingLastPathComponent()
            .appending(path: ".\(directory.lastPathComponent)-\(UUID().uuidString)", directoryHint: .isDirectory)
        let key = try signingKeyPEM()
        do {
            try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: draft) }
            for (name, certificate) in [("root", root), ("intermediate", intermediate), ("leaf", leaf)] {
                try Self.write(certificate.pem.utf8, to: draft.appending(path: "\(name).pem"))
                try Self.write(certificate.der, to: draft.appending(path: "\(name).der"))
            }
            // From its first byte on only its owner may read it.
            try Self.write(key.utf8, to: draft.appending(path: "leaf.p8"), mode: 0o600)
            // Takes the place of nothing or of an empty directory, and of nothing else.
            guard rename(draft.path, directory.path) == 0 else { throw POSIXFailure(errno) }
        } catch let error as POSIXFailure where [ENOTEMPTY, EEXIST].contains(error.code) {
            throw SigningChainFilesError(path: directory.path, reason: "the directory is not empty; choose a new one")
        } catch let error as POSIXFailure {
            throw SigningChainFilesError(path: directory.path, reason: error.description)
        } catch let error as CocoaError {
            let reason = (error.underlying as? POSIXError).map { POSIXFailure($0.code.rawValue).description }
            throw SigningChainFilesError(path: directory.path, reason: reason ?? "\(error)")
        }
    }

    /// Makes a file, and waits for its content to reach the disk, so that no loss of power leaves its name on nothing.
    private static func write(
        _ bytes: some Sequence<UInt8>, to file: URL, mode: mode_t = 0o644
    ) throws(POSIXFailure) {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw POSIXFailure(errno) }
        defer { close(descriptor) }
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno != EINTR {
                throw POSIXFailure(errno)
            }
        }
        guard fsync(descriptor) == 0 else { throw POSIXFailure(errno) }
    }
}

/// Why a signing chain was not written. Nothing is left behind.
public struct SigningChainFilesError: Error, CustomStringConvertible {
    /// The directory.
    public let path: String
    public let reason: String

    public var description: String { "cannot write \(path): \(reason)" }
}

private struct POSIXFailure: Error, CustomStringConvertible {
    var code: CInt

    init(_ code: CInt) {
        self.code = code
    }

    var description: String { String(cString: strerror(code)) }
}
