internal import Foundation

/// The three segments of a compact JWS, where they stand in the text. They live no longer than the text.
struct Segments {
    var header: UnsafeBufferPointer<UInt8>
    var payload: UnsafeBufferPointer<UInt8>
    var signature: UnsafeBufferPointer<UInt8>

    init(_ text: UnsafeBufferPointer<UInt8>) throws(Refusal) {
        guard let first = Self.firstDot(in: text[...]),
            let second = Self.firstDot(in: text[(first + 1)...])
        else {
            throw Refusal(.invalidFormat, "a compact JWS has three segments between two dots")
        }
        header = UnsafeBufferPointer(rebasing: text[..<first])
        payload = UnsafeBufferPointer(rebasing: text[(first + 1)..<second])
        signature = UnsafeBufferPointer(rebasing: text[(second + 1)...])
        if Self.firstDot(in: signature[...]) != nil {
            throw Refusal(.invalidFormat, "a compact JWS has three segments between two dots, and this has more")
        }
    }

    private static func firstDot(in text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard let start = UnsafeBufferPointer(rebasing: text).baseAddress,
            let dot = memchr(start, CInt(UInt8(ascii: ".")), text.count)
        else { return nil }
        return text.startIndex + (UnsafeRawPointer(dot) - UnsafeRawPointer(start))
    }
}
