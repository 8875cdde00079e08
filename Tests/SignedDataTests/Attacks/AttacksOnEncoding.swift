import AppStoreData
import Foundation

@testable import SignedData

extension Forge {
    func attacksOnEncoding() throws -> [Attack] {
        let valid = try jws(transaction())
        let segments = valid.split(separator: ".").map { String($0) }
        let signature = try UnverifiedJWS(valid).signature
        func signed(_ name: String, _ signature: some Collection<UInt8>, _ code: VerdictCode) -> Attack {
            attack(
                name, "\(segments[0]).\(segments[1]).\(Base64.url.string(signature))", code, field: "signature")
        }
        func text(_ name: String, _ text: String, field: String? = nil) -> Attack {
            attack(name, text, .invalidFormat, field: field)
        }
        func payload(_ name: String, _ payload: String, field: String? = nil) throws -> Attack {
            attack(name, try jws(payload), .invalidFormat, field: field)
        }
        // The group's order, of which both numbers of a signature are less.
        let order: [UInt8] =
            [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
            + [0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51]
        var flipped = signature
        flipped[flipped.startIndex + 40] ^= 1
        let other = try jws(transaction(members: #","quantity":10"#)).split(separator: ".")[1]
        let der = ECDSASignature.der(fromRaw: signature) ?? []
        return [
            text("two segments", segments[0] + "." + segments[1]),
            text("four segments", valid + "." + segments[2]),
            text("nothing", ""),
            text("signature padded", valid + "==", field: "signature"),
            text("signature with a line break", valid + "\n", field: "signature"),
            text("header padded", "\(segments[0])=.\(segments[1]).\(segments[2])", field: "header"),
            text("payload padded", "\(segments[0]).\(segments[1])=.\(segments[2])", field: "payload"),
            text(
                "payload of the other alphabet", "\(segments[0]).\(segments[1].dropLast(4))+/+/.\(segments[2])",
                field: "payload"),
            text("a space before", " " + valid, field: "header"),
            text("signature with stray bits", String(valid.dropLast()) + Self.withStrayBits(valid), field: "signature"),
            signed("signature of 63 bytes", signature.dropLast(), .invalidSignature),
            signed("signature of 65 bytes", signature + [0], .invalidSignature),
            signed("no signature", [], .invalidSignature),
            signed("signature in DER", der, .invalidSignature),
            signed("signature of zeros", [UInt8](repeating: 0, count: 64), .invalidSignature),
            signed("signature of the order", order + order, .invalidSignature),
            signed("a bit of the signature flipped", flipped, .invalidSignature),
            attack(
                "signed by another key",
                try jws(
                    transaction(),
                    header: Self.header(
                        presenting: [leaf, intermediate, root].map { $0.certificate.base64 }), key: otherLeaf.key),
                .invalidSignature, field: "signature"),
            attack("payload swapped", "\(segments[0]).\(other).\(segments[2])", .invalidSignature, field: "signature"),
            attack(
                "signature too large", "\(segments[0]).\(segments[1]).\(String(repeating: "A", count: 100_000))",
                .tooLarge,
                field: "signature"),
            attack(
                "payload too large",
                try jws(transaction(members: #","x":"\#(String(repeating: "x", count: 257 * 1024))""#)), .tooLarge,
                field: "payload"),
            try payload("app named twice", transaction(members: #","bundleId":"com.example.evil""#), field: "bundleId"),
            try payload(
                "app named twice, once escaped", transaction(members: #","bundle\u0049d":"com.example.evil""#),
                field: "bundleId"),
            try payload(
                "unknown member twice, deep inside", transaction(members: #","x":[{"y":{"z":1,"z":2}}]"#), field: "z"),
            try payload("trailing comma", transaction(members: ",")),
            try payload("byte order mark", "\u{FEFF}" + transaction()),
            try payload("bytes after the payload", transaction() + "{}"),
            try payload("payload an array", "[\(transaction())]"),
            try payload("payload null", "null"),
            try payload("payload empty", ""),
            try payload("nested 65 deep", transaction(members: #","x":\#(Self.nested(64))"#)),
            try payload("nested 100000 deep", transaction(members: #","x":\#(Self.nested(100_000))"#)),
            try payload(
                "price with a fraction", transaction(members: #","renewalDate":1,"quantity":1.5"#), field: "quantity"),
            try payload(
                "price written as 9990.0", transaction(members: #","revocationPercentage":9990.0"#),
                field: "revocationPercentage"),
            try payload(
                "price beyond 64 bits", transaction(members: #","revocationPercentage":9223372036854775808"#),
                field: "revocationPercentage"),
            try payload("number out of range", transaction(signedDate: "1e400")),
            try payload("date a text", transaction(signedDate: "\"1794999999000\""), field: "signedDate"),
            try payload("date with a fraction", transaction(signedDate: "1794999999000.5"), field: "signedDate"),
            try payload("date with an exponent", transaction(signedDate: "1794999999e3"), field: "signedDate"),
            try payload(
                "identifier a number", transaction(members: #","webOrderLineItemId":7"#), field: "webOrderLineItemId"),
            try payload("object where a text is due", transaction(members: #","storefront":{}"#), field: "storefront"),
            try payload(
                "wrong type inside an object", transaction(members: #","commitmentInfo":{"commitmentPrice":"x"}"#),
                field: "commitmentInfo.commitmentPrice"),
        ]
    }

    /// The last character of a signature carries two bits and four that mean nothing.
    private static func withStrayBits(_ jws: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let value = jws.last.flatMap { alphabet.firstIndex(of: $0) } ?? 0
        return String(alphabet[value | 1])
    }

    static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
}
