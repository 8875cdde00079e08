import Foundation

/// Base64 in the alphabet of a JWS (RFC 7515, section 2), read strictly: no padding, no white space, no character of
/// the other alphabet, and no bits set that carry nothing.
package enum Base64URL {
    /// The bytes, or nil if a character or the length is not allowed.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let decoded = text.withContiguousStorageIfAvailable { decode(UnsafeRawBufferPointer($0)) }
        return decoded ?? Array(text).withUnsafeBytes { decode($0) }
    }

    /// The bytes, or nil if a character or the length is not allowed.
    package static func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let count = decodedCount(text.count) else { return nil }
        var isStrict = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            isStrict = decode(text, into: UnsafeMutableRawBufferPointer(buffer))
            initialized = isStrict ? count : 0
        }
        return isStrict ? bytes : nil
    }

    /// How many bytes a text of this length stands for; nil if no text has this length.
    package static func decodedCount(_ count: Int) -> Int? {
        count % 4 == 1 ? nil : count / 4 * 3 + (count % 4) * 3 / 4
    }

    /// Writes the bytes to `output`, which has room for `decodedCount` of them. False if a character is not allowed.
    package static func decode(_ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Bool {
        guard let count = decodedCount(text.count), output.count >= count else { return false }
        return values.withUnsafeBufferPointer { table in
            // Ored together, so that the loop has no branch: a character that is not allowed has the upper bits set.
            var seen: UInt8 = 0
            var read = 0
            var write = 0
            while read + 4 <= text.count {
                let a = table[Int(text[read])]
                let b = table[Int(text[read + 1])]
                let c = table[Int(text[read + 2])]
                let d = table[Int(text[read + 3])]
                seen |= a | b | c | d
                output[write] = a << 2 | b >> 4
                output[write + 1] = b << 4 | c >> 2
                output[write + 2] = c << 6 | d
                read += 4
                write += 3
            }
            if read < text.count {
                let a = table[Int(text[read])]
                let b = table[Int(text[read + 1])]
                seen |= a | b
                output[write] = a << 2 | b >> 4
                if read + 2 < text.count {
                    let c = table[Int(text[read + 2])]
                    seen |= c
                    output[write + 1] = b << 4 | c >> 2
                    guard c & 0b11 == 0 else { return false }
                } else {
                    guard b & 0b1111 == 0 else { return false }
                }
            }
            return seen & notInAlphabet == 0
        }
    }

    package static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var bits: UInt32 = 0
        var held: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            held += 8
            while held >= 6 {
                held -= 6
                text.append(alphabet[Int(bits >> held & 0x3F)])
            }
        }
        if held > 0 {
            text.append(alphabet[Int(bits << (6 - held) & 0x3F)])
        }
        return text
    }

    private static let notInAlphabet: UInt8 = 0b1100_0000

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: notInAlphabet, count: 256)
        for (value, character) in alphabet.enumerated() {
            values[Int(character)] = UInt8(value)
        }
        return values
    }()
}
