/// Changes inputs a little, the same way for the same seed.
struct Mutator {
    private var state: UInt64
    private let inputs: [[UInt8]]

    init(_ inputs: [[UInt8]], seed: UInt64) {
        self.inputs = inputs
        state = seed
    }

    /// One of the inputs with up to eight changes.
    mutating func next() -> [UInt8] {
        var input = inputs[below(inputs.count)]
        for _ in 0...below(8) {
            let position = 1 + below(max(input.count - 1, 1))
            guard position < input.count else { continue }
            switch below(7) {
            case 0: input[position] ^= 1 << UInt8(below(8))
            case 1: input[position] = UInt8(below(256))
            case 2: input.removeSubrange(position..<min(input.count, position + 1 + below(16)))
            case 3: input.insert(contentsOf: Self.words[below(Self.words.count)].utf8, at: position)
            case 4: input.removeLast(min(input.count - 1, below(64)))
            case 5:
                let other = inputs[below(inputs.count)]
                let start = below(other.count)
                input.insert(contentsOf: other[start..<min(other.count, start + 1 + below(64))], at: position)
            default:
                let end = min(input.count, position + 1 + below(32))
                input.insert(contentsOf: input[position..<end], at: position)
            }
        }
        return input
    }

    private static let words = [
        ".", "..", "=", "-_", "+/", "\"", "\\", "\\u0000", "\\ud800", "{", "}", "[", "]", ",", ":", "null", "true",
        "1e400",
        "-0", "9223372036854775808", "0.5", "\u{FEFF}", "\"bundleId\":\"x\",", "\"alg\":\"none\",", "\"crit\":[],",
        "x5c",
        "\n", "\0", String(repeating: "[", count: 70), "-----BEGIN PRIVATE KEY-----\n", "-----END PRIVATE KEY-----\n",
    ]

    private mutating func below(_ bound: Int) -> Int {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ (bits >> 31)) % UInt64(bound))
    }
}
