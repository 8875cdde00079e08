import Foundation

/// The compact JWS that a command line names: each file holds one, and standard input (`-`) one in each line.
struct SignedTexts {
    /// One of them.
    struct Text {
        /// The file, or the line of standard input as `-:12`.
        var name: String
        /// The JWS as it stands there, without the line's end.
        var bytes: [UInt8]
    }

    /// Longer than anything that a verifier reads; what is longer is cut here, so that memory stays bounded.
    static let longest = 1 << 20

    private var names: ArraySlice<String>
    private var standardInput: LineReader?
    private var lineNumber = 0

    /// - Throws: `Misuse` if there is no name, or more than one `-`.
    init(named names: [String]) throws(Misuse) {
        guard !names.isEmpty else { throw Misuse("FILE is missing: name a file, or - for standard input") }
        guard names.count(where: { $0 == "-" }) <= 1 else { throw Misuse("- is given twice") }
        self.names = names[...]
    }

    /// The next text, or `nil` after the last.
    ///
    /// - Parameter willWait: called before each wait for standard input.
    /// - Throws: `CommandFailure` for what cannot be read; the texts after it can still be had.
    mutating func next(willWait: () -> Void = {}) throws(CommandFailure) -> Text? {
        while true {
            if standardInput != nil {
                do throws(ReadingFailure) {
                    if let line = try standardInput?.next(willWait: willWait) {
                        lineNumber += 1
                        return Text(name: "-:\(lineNumber)", bytes: line.bytes)
                    }
                } catch {
                    standardInput = nil
                    throw Self.unreadable("standard input", error)
                }
                standardInput = nil
            }
            guard let name = names.popFirst() else { return nil }
            guard name == "-" else { return Text(name: name, bytes: try Self.contents(of: name)) }
            standardInput = LineReader(descriptor: 0, longestLine: Self.longest)
        }
    }

    /// A file's bytes without a line feed at their end.
    private static func contents(of name: String) throws(CommandFailure) -> [UInt8] {
        let descriptor = open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(name, ReadingFailure(code: errno)) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: longest)
        var count = 0
        while count < longest {
            let more = bytes.withUnsafeMutableBytes { bytes in
                read(descriptor, bytes.baseAddress.map { $0 + count }, bytes.count - count)
            }
            if more > 0 {
                count += more
            } else if more == 0 {
                break
            } else if errno != EINTR {
                throw unreadable(name, ReadingFailure(code: errno))
            }
        }
        bytes.removeLast(longest - count)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return bytes
    }

    private static func unreadable(_ name: String, _ failure: ReadingFailure) -> CommandFailure {
        CommandFailure(message: "cannot read \(name): \(failure)", status: ExitStatus.misuse)
    }
}
