internal import AppStoreData
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

    /// Hands `body` a buffer that begins with the `count` bytes that a segment stands for, and can be read as JSON.
    ///
    /// - Parameter field: what the segment is called in a refusal.
    static func withDecoded<Result>(
        _ segment: UnsafeBufferPointer<UInt8>, _ field: String,
        _ body: (_ buffer: UnsafeMutableBufferPointer<UInt8>, _ count: Int) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        guard let count = Base64.url.decodedCount(segment) else {
            throw Refusal(.invalidFormat, "it is not base64url without padding", field: field)
        }
        let outcome = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: StrictJSON.padded(count)) { buffer in
            Swift.Result { () throws(Refusal) -> Result in
                guard Base64.url.decode(segment, into: buffer) else {
                    throw Refusal(.invalidFormat, "it is not base64url without padding", field: field)
                }
                return try body(buffer, count)
            }
        }
        return try outcome.get()
    }
}
