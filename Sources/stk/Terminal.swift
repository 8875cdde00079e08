import Foundation

/// One of the process's output streams.
struct Terminal: Sendable {
    static let standardOutput = Terminal(descriptor: 1)
    static let standardError = Terminal(descriptor: 2)

    let descriptor: Int32

    /// Whether a person is looking, so that a line may be written over.
    var isInteractive: Bool { isatty(descriptor) == 1 }

    /// Writes at once, so that what was said is said even if the process is killed next.
    ///
    /// - Throws: `CommandFailure` when nothing more can be written, to a full disk for example.
    func write(_ text: String) throws(CommandFailure) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                throw CommandFailure(
                    message: "cannot write the output: \(String(cString: strerror(errno)))", status: ExitStatus.misuse)
            }
        }
    }

    /// Says on standard error what is wrong. If that fails too there is nobody to tell.
    static func complain(_ text: String) {
        try? standardError.write(text)
    }
}
