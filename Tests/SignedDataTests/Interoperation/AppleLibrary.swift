import Foundation
import SignedData

/// Apple's App Store Server Library for Python, installed into a virtual environment under `.build` when first needed.
enum AppleLibrary {
    private static let version = "3.1.2"

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let environment = package.appending(path: ".build/app-store-server-library-\(version)")

    /// Whether the library can be used. When not, says so once in a plain line.
    static let isAvailable: Bool = {
        let ready = environment.appending(path: "ready")
        if FileManager.default.fileExists(atPath: ready.path) { return true }
        let python = environment.appending(path: "bin/python3").path
        let steps = [
            ["python3", "-m", "venv", "--clear", environment.path],
            [
                python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout",
                "15", "app-store-server-library==\(version)",
            ],
        ]
        for step in steps {
            guard let (status, _) = try? ChildProcess.run(["timeout", "300"] + step), status == 0 else {
                print("skipped: Apple's Python library is not available (failed: \(step.joined(separator: " ")))")
                return false
            }
        }
        return FileManager.default.createFile(atPath: ready.path, contents: nil)
    }()

    /// Verifies each JWS as the given kind, in environment Sandbox.
    ///
    /// - Returns: a line for each: `VALID` with the decoded fields as JSON with sorted keys, or the refusal's name.
    static func verify(_ items: [(kind: String, jws: String)], root: Data, bundleID: String) throws -> [String] {
        try run(
            "verify-with-apples-library", with: root, bundleID, input: items.map { "\($0.kind) \($0.jws)\n" }.joined())
    }

    /// Signs what servers sign.
    ///
    /// - Returns: a promotional offer's signature in base64, and the JWS of a promotional offer, an eligibility and an
    ///   Advanced Commerce request.
    static func sign(with key: SigningKey) throws -> [String] {
        try run("sign-with-apples-library", with: Data(try key.pem.utf8))
    }

    /// Runs one of the package's tools with a file and other arguments, and gives its lines.
    private static func run(
        _ tool: String, with file: Data, _ arguments: String..., input: String = ""
    ) throws -> [String] {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(tool)-\(UUID().uuidString)")
        try file.write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        let python = environment.appending(path: "bin/python3").path
        let command = [python, package.appending(path: "Tools/\(tool)").path, path.path] + arguments
        let (status, output) = try ChildProcess.run(command, input: input)
        guard status == 0 else { throw Failure(status: status) }
        return output.split(separator: "\n").map(String.init)
    }

    struct Failure: Error {
        var status: Int32
    }
}
