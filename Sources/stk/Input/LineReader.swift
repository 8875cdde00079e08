import Foundation

/// Reads lines of any number from a file descriptor, in memory that does not grow with them.
struct LineReader {
    /// A line without its end.
    struct Line: Equatable {
        var bytes: [UInt8]
        /// True if the line was longer than the reader allows; `bytes` holds its beginning.
        var isCut = false
    }

    private let descriptor: Int32
    private let longestLine: Int
    private var buffer: [UInt8]
    /// The part of `buffer` that has been read and not yet handed out.
    private var pending = 0..<0
    private var hasEnded = false

    init(descriptor: Int32, longestLine: Int) {
        self.descriptor = descriptor
        self.longestLine = longestLine
        buffer = [UInt8](repeating: 0, count: 64 * 1024)
    }

    /// The next line, or `nil` at the end. A last line need not end with a line feed.
    ///
    /// - Parameter willWait: called before each wait for more input.
    mutating func next(willWait: () -> Void = {}) throws(ReadingFailure) -> Line? {
        var line: Line?
        while true {
            if pending.isEmpty {
                guard !hasEnded else { return line }
                willWait()
                try fill()
                continue
            }
            let end = buffer[pending].firstIndex(of: UInt8(ascii: "\n"))
            append(buffer[pending.lowerBound..<(end ?? pending.upperBound)], to: &line)
            pending = (end.map { $0 + 1 } ?? pending.upperBound)..<pending.upperBound
            if end != nil { return line }
        }
    }

    private func append(_ bytes: ArraySlice<UInt8>, to line: inout Line?) {
        var whole = line ?? Line(bytes: [])
        let room = longestLine - whole.bytes.count
        whole.bytes += bytes.prefix(room)
        if bytes.count > room { whole.isCut = true }
        line = whole
    }

    private mutating func fill() throws(ReadingFailure) {
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                pending = 0..<count
                hasEnded = count == 0
                return
            }
            guard errno == EINTR else { throw ReadingFailure(code: errno) }
        }
    }
}

/// Why input could not be read.
struct ReadingFailure: Error, Equatable, CustomStringConvertible {
    var code: Int32

    var description: String { String(cString: strerror(code)) }
}
