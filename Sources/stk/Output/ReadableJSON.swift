import Foundation

/// JSON laid out for a person: a member on each line, in the order and spelling of the original, dates also in words.
struct ReadableJSON {
    private(set) var text = ""
    private var depth = 0
    /// The last text that stood where a member's name can stand.
    private var name: Substring = ""

    /// - Parameter json: valid JSON. Anything else is laid out somehow.
    init(_ json: some Collection<UInt8>) {
        var rest = String(decoding: json, as: UTF8.self)[...]
        while let first = rest.unicodeScalars.first {
            switch first {
            case "{", "[":
                rest.unicodeScalars.removeFirst()
                open(first, &rest)
            case "}", "]":
                rest.unicodeScalars.removeFirst()
                depth -= 1
                breakLine()
                text.unicodeScalars.append(first)
            case ",":
                rest.unicodeScalars.removeFirst()
                text += ","
                breakLine()
            case ":":
                rest.unicodeScalars.removeFirst()
                text += ": "
            case " ", "\t", "\n", "\r":
                rest.unicodeScalars.removeFirst()
            case "\"":
                let string = Self.string(at: &rest)
                name = string.dropFirst().dropLast()
                text += Self.shortened(string)
            default:
                let word = rest.prefix { !",]} \t\r\n".contains($0) }
                rest.removeFirst(max(word.count, 1))
                text += Printable(word).text
                if name.hasSuffix("Date"), let milliseconds = Int64(word), let date = Self.date(milliseconds) {
                    text += " (\(date))"
                }
            }
        }
    }

    private mutating func open(_ bracket: Unicode.Scalar, _ rest: inout Substring) {
        text.unicodeScalars.append(bracket)
        let isEmpty = rest.drop(while: \.isWhitespace).first.map { "]}".contains($0) } ?? true
        if isEmpty {
            rest = rest.drop(while: \.isWhitespace)
            if let close = rest.popFirst() { text.append(close) }
        } else {
            depth += 1
            breakLine()
        }
    }

    private mutating func breakLine() {
        text += "\n" + String(repeating: "  ", count: min(max(depth, 0), 64))
    }

    /// Takes a string with its quotation marks.
    private static func string(at rest: inout Substring) -> Substring {
        let scalars = rest.unicodeScalars
        var index = scalars.index(after: scalars.startIndex)
        var isEscaped = false
        while index < scalars.endIndex {
            let scalar = scalars[index]
            index = scalars.index(after: index)
            if isEscaped {
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                break
            }
        }
        defer { rest = rest[index...] }
        return rest[..<index]
    }

    /// A string that fills many lines, such as a JWS inside a notification, is not shown whole.
    private static func shortened(_ string: Substring) -> String {
        let length = string.unicodeScalars.count
        guard length > 500 else { return Printable(string).text }
        return Printable(string.prefix(20)).text + "…\" (\(length - 2) characters)"
    }

    private static func date(_ milliseconds: Int64) -> String? {
        // From the year 1 to the year 9999.
        guard (-62_135_596_800_000..<253_402_300_800_000).contains(milliseconds) else { return nil }
        let fraction = (milliseconds % 1000 + 1000) % 1000
        let date = Date(timeIntervalSince1970: Double((milliseconds - fraction) / 1000))
        let text = date.formatted(.iso8601)
        // Written as an integer, because a `Date` does not hold every millisecond exactly.
        return fraction == 0 ? text : text.dropLast() + ".\(String(1000 + fraction).dropFirst())Z"
    }
}
