import Foundation

/// A program that a test runs and waits for.
enum ChildProcess {
    /// Runs `command`, looked up on `PATH`; its standard error is dropped.
    ///
    /// - Returns: the exit status and what it wrote to standard output.
    static func run(
        _ command: [String], in directory: URL? = nil, input: String = ""
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = directory
        let (source, output) = (Pipe(), Pipe())
        process.standardInput = source
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Written while the output is read, or both sides could wait for each other.
        let writer = source.fileHandleForWriting
        let text = Data(input.utf8)
        DispatchQueue.global().async {
            try? writer.write(contentsOf: text)
            try? writer.close()
        }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
