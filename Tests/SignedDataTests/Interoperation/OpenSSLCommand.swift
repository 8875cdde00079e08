import Foundation
import Testing

/// The `openssl` program in a temporary directory of its own: a second opinion on keys and signatures.
final class OpenSSLCommand {
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "openssl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// Runs `openssl` in the directory and waits for it.
    func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        try ChildProcess.run(["openssl"] + arguments, in: directory)
    }

    /// Runs `openssl`, which must succeed, and gives its standard output.
    @discardableResult
    func callAsFunction(_ arguments: String...) throws -> String {
        let (status, output) = try run(arguments)
        try #require(status == 0, "openssl \(arguments.joined(separator: " "))")
        return output
    }

    func write(_ data: some Collection<UInt8>, to name: String) throws {
        try Data(data).write(to: directory.appending(path: name))
    }

    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: directory.appending(path: name)))
    }

    /// Whether `openssl` finds `signature` (DER) to be the one of `key` over `message`.
    func verifies(_ signature: some Collection<UInt8>, over message: some Collection<UInt8>, by key: String) throws
        -> Bool
    {
        try write(Array(key.utf8), to: "key.pub")
        try write(signature, to: "signature")
        try write(message, to: "message")
        return try run(["dgst", "-sha256", "-verify", "key.pub", "-signature", "signature", "message"]).status == 0
    }
}
