import Foundation
import Testing

@testable import stk

@Suite struct LineReaderTests {
    /// What a reader makes of `chunks`, each written when the reader asks for more.
    private func lines(_ chunks: [String], longestLine: Int = 1000) throws -> [LineReader.Line] {
        let pipe = Pipe()
        var rest = chunks[...]
        var reader = LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor, longestLine: longestLine)
        var lines: [LineReader.Line] = []
        let feed = { () -> Void in
            if let chunk = rest.popFirst() {
                try? pipe.fileHandleForWriting.write(contentsOf: Data(chunk.utf8))
            } else {
                try? pipe.fileHandleForWriting.close()
            }
        }
        while let line = try reader.next(willWait: feed) { lines.append(line) }
        return lines
    }

    private func line(_ text: String, isCut: Bool = false) -> LineReader.Line {
        LineReader.Line(bytes: Array(text.utf8), isCut: isCut)
    }

    @Test func nothingHasNoLine() throws {
        #expect(try lines([]) == [])
    }

    @Test func aLastLineNeedNoEnd() throws {
        #expect(try lines(["a\nb"]) == [line("a"), line("b")])
        #expect(try lines(["a\nb\n"]) == [line("a"), line("b")])
    }

    @Test func anEmptyLineIsALine() throws {
        #expect(try lines(["\n\na\n"]) == [line(""), line(""), line("a")])
    }

    @Test func aLineMayComeInPieces() throws {
        #expect(try lines(["a", "b\nc", "\n", "d"]) == [line("ab"), line("c"), line("d")])
    }

    @Test func aLineThatIsTooLongIsCutAndTheNextIsWhole() throws {
        #expect(try lines(["abcdef\ngh\n"], longestLine: 3) == [line("abc", isCut: true), line("gh")])
        #expect(try lines(["ab", "cd", "ef", "\nxyz\n"], longestLine: 3) == [line("abc", isCut: true), line("xyz")])
        #expect(try lines(["abcd"], longestLine: 3) == [line("abc", isCut: true)])
    }

    @Test func aLineLongerThanTheBufferIsWhole() throws {
        // Written by another thread, because a pipe holds less than the line.
        let long = String(repeating: "x", count: 300_000)
        let pipe = Pipe()
        let writer = pipe.fileHandleForWriting
        DispatchQueue.global().async {
            try? writer.write(contentsOf: Data("\(long)\n1".utf8))
            try? writer.close()
        }
        var reader = LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor, longestLine: 1_000_000)
        #expect(try reader.next() == line(long))
        #expect(try reader.next() == line("1"))
        #expect(try reader.next() == nil)
    }

    @Test func whatCannotBeReadSaysWhy() {
        var reader = LineReader(descriptor: -1, longestLine: 10)
        #expect(throws: ReadingFailure(code: EBADF)) { try reader.next() }
    }
}
