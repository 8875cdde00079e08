import AppStoreData
import Foundation

@testable import SignedData

extension Forge {
    func attacksOnHeader() throws -> [Attack] {
        let payload = transaction()
        func header(_ name: String, algorithm: String = "\"ES256\"", _ members: String = "", field: String) throws
            -> Attack
        {
            attack(
                name, try jws(payload, algorithm: algorithm, members: members), .invalidFormat, field: field)
        }
        let chain = [leaf, intermediate, root].map { $0.certificate.base64 }
        func presenting(_ name: String, _ chain: [String], _ code: VerdictCode, _ role: CertificateRole? = nil) throws
            -> Attack
        {
            attack(
                name, try jws(payload, header: Self.header(presenting: chain)), code,
                field: role == nil ? "header.x5c" : nil, certificate: role)
        }
        return [
            try header("algorithm none", algorithm: "\"none\"", field: "header.alg"),
            try header("algorithm nOnE", algorithm: "\"nOnE\"", field: "header.alg"),
            try header("algorithm HS256", algorithm: "\"HS256\"", field: "header.alg"),
            try header("algorithm ES384 over a signature of ES256", algorithm: "\"ES384\"", field: "header.alg"),
            try header("algorithm es256", algorithm: "\"es256\"", field: "header.alg"),
            try header("algorithm null", algorithm: "null", field: "header.alg"),
            try header("algorithm a number", algorithm: "256", field: "header.alg"),
            try header("algorithm twice", ",\"alg\":\"none\"", field: "header.alg"),
            try header("algorithm twice, once escaped", #","\u0061lg":"none""#, field: "header.alg"),
            try header("critical member", #","crit":["x"],"x":1"#, field: "header.crit"),
            try header("critical members null", #","crit":null"#, field: "header.crit"),
            try header("payload not encoded", #","b64":false"#, field: "header.b64"),
            try header("trailing comma in the header", ",", field: "header"),
            attack(
                "header not an object", try jws(payload, header: "[]"), .invalidFormat, field: "header"),
            attack("header null", try jws(payload, header: "null"), .invalidFormat, field: "header"),
            attack("no x5c", try jws(payload, header: #"{"alg":"ES256"}"#), .invalidFormat, field: "header.x5c"),
            attack(
                "x5c a text", try jws(payload, header: #"{"alg":"ES256","x5c":"MII"}"#), .invalidFormat,
                field: "header.x5c"),
            attack(
                "x5c of a number", try jws(payload, header: #"{"alg":"ES256","x5c":[1,2,3]}"#), .invalidFormat,
                field: "header.x5c.0"),
            try presenting("x5c empty", [], .invalidFormat),
            try presenting("x5c of one", [chain[0]], .invalidChainLength),
            try presenting("x5c of two", [chain[0], chain[1]], .invalidChainLength),
            try presenting("x5c of four", chain + [chain[2]], .invalidChainLength),
            try presenting(
                "leaf in the alphabet for URLs", [Base64.url.string(leaf.certificate.der), chain[1], chain[2]],
                .invalidCertificate, .leaf),
            try presenting(
                "leaf with a line break", [chain[0].prefix(64) + #"\n"# + chain[0].dropFirst(64), chain[1], chain[2]],
                .invalidCertificate, .leaf),
            try presenting(
                "leaf with bytes after it",
                [Base64.standard.string(leaf.certificate.der + [0]), chain[1], chain[2]], .invalidCertificate, .leaf),
            try presenting(
                "leaf of indefinite length",
                [Base64.standard.string(Self.withIndefiniteLength(leaf.certificate.der)), chain[1], chain[2]],
                .invalidCertificate, .leaf),
            try presenting(
                "intermediate garbage", [chain[0], "MAMCAQE=", chain[2]], .invalidCertificate, .intermediate),
            try presenting("root garbage", [chain[0], chain[1], "MAMCAQE="], .invalidCertificate, .root),
            try presenting("root empty", [chain[0], chain[1], ""], .invalidCertificate, .root),
            attack(
                "header too large",
                try jws(payload, members: #","x":"\#(String(repeating: "x", count: 17 * 1024))""#), .tooLarge,
                field: "header"),
        ]
    }

    /// The same certificate in BER: the length of the outermost sequence left open, and closed by two zeros.
    private static func withIndefiniteLength(_ der: Data) -> Data {
        // 30 82 hh ll
        Data([0x30, 0x80]) + der.dropFirst(4) + Data([0, 0])
    }
}
