import Foundation

/// What a store's unpredictable values come from. The same seed gives the same values.
struct Seed: Hashable, Sendable, Codable {
    var rawValue: UInt64

    /// A UUID (version 4 in form) that depends on the seed, the purpose and the words, and on nothing else.
    func uuid(for purpose: String, _ words: [String]) -> UUID {
        var high = Mixer(rawValue ^ 0x9E37_79B9_7F4A_7C15)
        var low = Mixer(rawValue &+ 0xD1B5_4A32_D192_ED03)
        for text in [purpose] + words {
            for byte in text.utf8 {
                high.mix(UInt64(byte))
                low.mix(UInt64(byte))
            }
            // No byte of a text: `a`, `bc` and `ab`, `c` are not the same.
            high.mix(0x100)
            low.mix(0x100)
        }
        let (a, b) = (high.value, low.value)
        return UUID(
            uuid: (
                a.byte(0), a.byte(1), a.byte(2), a.byte(3), a.byte(4), a.byte(5), a.byte(6) & 0x0F | 0x40, a.byte(7),
                b.byte(0) & 0x3F | 0x80, b.byte(1), b.byte(2), b.byte(3), b.byte(4), b.byte(5), b.byte(6), b.byte(7)
            ))
    }

    /// A step of SplitMix64 for each word that is mixed in.
    private struct Mixer {
        var value: UInt64

        init(_ value: UInt64) {
            self.value = value
        }

        mutating func mix(_ word: UInt64) {
            var z = (value ^ word) &+ 0x9E37_79B9_7F4A_7C15
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            value = z ^ (z >> 31)
        }
    }
}

extension UInt64 {
    fileprivate func byte(_ index: UInt64) -> UInt8 {
        UInt8(truncatingIfNeeded: self >> (index * 8))
    }
}
