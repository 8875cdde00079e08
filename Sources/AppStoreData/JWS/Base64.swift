/// Base64 in its two alphabets, strict both ways (RFC 4648 sections 4 and 5, RFC 7515 section 2).
///
/// Decoding refuses foreign characters, whitespace, the other alphabet, wrong padding and stray bits at the end, so that
/// each sequence of bytes has exactly one spelling.
package enum Base64 {
    /// With "+" and "/", padded by "=": certificates in `x5c`, promotional-offer signatures.
    case standard
    /// With "-" and "_", without padding: the segments of a JWS.
    case url

    package func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var pending: UInt32 = 0
        var count = 0
        let digits = self == .standard ? Self.standardDigits : Self.urlDigits
        func emit(_ length: Int) {
            for position in 0..<length {
                text.append(digits[Int(pending >> (18 - 6 * UInt32(position)) & 0x3F)])
            }
        }
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            count += 1
            if count == 3 {
                emit(4)
                pending = 0
                count = 0
            }
        }
        if count > 0 {
            pending <<= 8 * UInt32(3 - count)
            emit(count + 1)
            if self == .standard { text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - count)) }
        }
        return text
    }

    package func string(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: encode(bytes), as: UTF8.self)
    }

    /// `nil` if `text` is not base64 of this alphabet, written the one right way.
    package func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let count = decodedCount(text) else { return nil }
        var isStrict = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { output, written in
            isStrict = decode(text, into: output)
            written = count
        }
        return isStrict ? bytes : nil
    }

    /// How many bytes `text` stands for; `nil` if no text of its length is base64 of this alphabet.
    package func decodedCount(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        if self == .standard, text.count % 4 != 0 { return nil }
        let length = unpaddedCount(text)
        let rest = length % 4
        return rest == 1 ? nil : length / 4 * 3 + (rest == 0 ? 0 : rest - 1)
    }

    /// Writes what `text` stands for, `decodedCount` bytes, to the beginning of `output`. All of them are written, even
    /// when the result is false because `text` is not base64 of this alphabet, written the one right way.
    package func decode(_ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        guard let count = decodedCount(text) else { return false }
        precondition(output.count >= count)
        let length = unpaddedCount(text)
        let rest = length % 4
        let values = self == .standard ? Self.standardValues : Self.urlValues
        return values.withUnsafeBufferPointer { values in
            // Ored together, so that the loop has no branch: what is not in the alphabet has the highest bit set.
            var invalid: UInt8 = 0
            var source = 0
            var target = 0
            while source + 4 <= length {
                let a = values[Int(text[source])]
                let b = values[Int(text[source + 1])]
                let c = values[Int(text[source + 2])]
                let d = values[Int(text[source + 3])]
                invalid |= a | b | c | d
                output[target] = a << 2 | b >> 4
                output[target + 1] = b << 4 | c >> 2
                output[target + 2] = c << 6 | d
                source += 4
                target += 3
            }
            if rest >= 2 {
                let a = values[Int(text[source])]
                let b = values[Int(text[source + 1])]
                invalid |= a | b
                output[target] = a << 2 | b >> 4
                if rest == 3 {
                    let c = values[Int(text[source + 2])]
                    invalid |= c
                    output[target + 1] = b << 4 | c >> 2
                    if c & 0x03 != 0 { invalid = 0x80 }
                } else if b & 0x0F != 0 {
                    invalid = 0x80
                }
            }
            return invalid & 0x80 == 0
        }
    }

    /// `nil` if `text` is not base64 of this alphabet, written the one right way.
    package func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        Array(text).withUnsafeBufferPointer { decode($0) }
    }

    package func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(text.utf8)
    }

    private func unpaddedCount(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        var length = text.count
        if self == .standard {
            while length > 0, text.count - length < 2, text[length - 1] == UInt8(ascii: "=") { length -= 1 }
        }
        return length
    }

    private static let standardDigits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let standardValues = values(of: standardDigits)
    private static let urlValues = values(of: urlDigits)

    /// The value of each character, 0xFF for what is not in the alphabet.
    private static func values(of digits: [UInt8]) -> [UInt8] {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }
}
