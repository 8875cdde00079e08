import Foundation
import Testing

/// The `stk` that was built beside these tests, run as a process of its own.
struct BuiltTool {
    struct Result {
        /// The exit status, or the signal's number when a signal ended it.
        var status: Int32
        var endedBySignal: Bool
        var output: String
        var errors: String
    }

    /// The thread sanitizer's runtime needs to write files, and cannot do so where the tool may not.
    static var isUnderThreadSanitizer: Bool {
        dlsym(nil, "__tsan_init") != nil
    }

    static func location() throws -> URL {
        let tests = try URL(fileURLWithPath: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        return tests.deletingLastPathComponent().appending(path: "stk")
    }

    /// - Parameters:
    ///   - input: what it reads from standard input.
    ///   - output: where its standard output goes instead of into the result.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], input: some Sequence<UInt8> = [],
        output: FileHandle? = nil
    ) throws -> Result {
        let process = Process()
        process.executableURL = try location()
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // Files, because a pipe that nobody reads while the process runs would stop it.
        let folder = FileManager.default.temporaryDirectory.appending(path: "stk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["output", "errors", "input"].map { folder.appending(path: $0) }
        for file in files { try Data().write(to: file) }
        try Data(input).write(to: files[2])
        process.standardInput = try FileHandle(forReadingFrom: files[2])
        process.standardOutput = try output ?? FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, endedBySignal: process.terminationReason == .uncaughtSignal,
            output: try String(contentsOf: files[0], encoding: .utf8),
            errors: try String(contentsOf: files[1], encoding: .utf8))
    }
}
