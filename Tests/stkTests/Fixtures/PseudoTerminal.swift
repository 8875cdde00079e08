import Foundation
import Glibc

/// Runs `stk` as somebody who looks at a terminal sees it.
enum PseudoTerminal {
    static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        var screen: Int32 = -1
        var line: Int32 = -1
        guard openpty(&screen, &line, nil, nil, nil) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        defer { close(screen) }
        for descriptor in [screen, line] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let process = Process()
        process.executableURL = try BuiltTool.location()
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(fileDescriptor: line)
        do {
            // The screen is at its end when the process, which alone has the line then, is gone.
            defer { close(line) }
            try process.run()
        }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(screen, &buffer, buffer.count)
            if count > 0 {
                output += buffer[..<count]
            } else if count == 0 || errno != EINTR {
                break
            }
        }
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
