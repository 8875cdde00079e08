import Foundation

/// The compact JWS that a command line names: each file holds one, and standard input (`-`) one in each line.
struct SignedTexts {
    /// One of them.
    struct Text {
        /// The file, or the line of standard input as `-:12`.
        var name: String
        /// The JWS as it stands there: all of the file, or the line without its end.
        var bytes: [UInt8]
        /// True if it is longer than ``longest``; `bytes` holds its beginning.
        var isCut: Bool
    }

    /// More bytes than the App Store ever signs at once.
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
                        return Text(name: "-:\(lineNumber)", bytes: line.bytes, isCut: line.isCut)
                    }
                } catch {
                    standardInput = nil
                    throw Self.unreadable("standard input", error)
                }
                standardInput = nil
            }
            guard let name = names.popFirst() else { return nil }
            guard name == "-" else { return try Self.contents(of: name) }
            standardInput = LineReader(descriptor: 0, longestLine: Self.longest)
        }
    }

    static func contents(of name: String) throws(CommandFailure) -> Text {
        let descriptor = open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(name, ReadingFailure(code: errno)) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: longest + 1)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { bytes in
                read(descriptor, bytes.baseAddress.map { $0 + count }, bytes.count - count)
            }
            if more == 0 { break }
            if more > 0 {
                count += more
            } else if errno != EINTR {
                throw unreadable(name, ReadingFailure(code: errno))
            }
        }
        return Text(name: name, bytes: Array(bytes.prefix(min(count, longest))), isCut: count > longest)
    }

    private static func unreadable(_ name: String, _ failure: ReadingFailure) -> CommandFailure {
        CommandFailure(message: "cannot read \(name): \(failure)", status: ExitStatus.misuse)
    }
}
