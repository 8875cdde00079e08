import Foundation

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
        let file = FileManager.default.temporaryDirectory.appending(path: "root-\(UUID().uuidString).der")
        try root.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (status, output) = try ChildProcess.run(
            [
                environment.appending(path: "bin/python3").path,
                package.appending(path: "Tools/verify-with-apples-library").path, file.path, bundleID,
            ],
            input: items.map { "\($0.kind) \($0.jws)\n" }.joined())
        guard status == 0 else { throw Failure(status: status) }
        return output.split(separator: "\n").map(String.init)
    }

    struct Failure: Error {
        var status: Int32
    }
}
