import AppStoreData
import Foundation
import Testing

@testable import SignedData

struct StrictJSONTests {
    private func read(_ text: some Collection<UInt8>, fractionalDates: Bool = false) throws -> TransactionPayload? {
        try StrictJSON.read(text, readsFractionalDates: fractionalDates) {
            value throws(JSONFault) -> TransactionPayload? in try value.object()
        }
    }

    @Test func whatIsNotKnownIsPassedOver() throws {
        let text = #" {"x":[1,2.5,{"y":null}],"productId":"pro","z":{"productId":"other"},"price":0} "#
        var expected = TransactionPayload()
        expected.productID = "pro"
        expected.price = 0
        #expect(try read(text.utf8) == expected)
    }

    @Test func nullIsTheSameAsAbsent() throws {
        #expect(
            try read(#"{"productId":null,"price":null,"signedDate":null,"isUpgraded":null}"#.utf8)
                == TransactionPayload())
    }

    @Test func escapesAreRead() throws {
        #expect(try read(#"{"productId":"\u00e9\ud83d\ude00\"\\\/\n"}"#.utf8)?.productID == "é😀\"\\/\n")
        #expect(try read(#"{"product\u0049d":"pro"}"#.utf8)?.productID == "pro")
    }

    @Test func nestingOf64IsTheDeepest() throws {
        let deepest = Forge.nested(63)
        #expect(try read(#"{"x":\#(deepest)}"#.utf8) == TransactionPayload())
        #expect(throws: JSONFault.self) { try read(#"{"x":[\#(deepest)]}"#.utf8) }
    }

    @Test(arguments: [
        "", " ", "{", "{}{}", "{} x", "{,}", #"{"a":1,}"#, #"{"a":[1,]}"#, #"{"a" 1}"#, "{'a':1}", "{a:1}",
        #"{"a":01}"#,
        #"{"a":+1}"#, #"{"a":.5}"#, #"{"a":1.}"#, #"{"a":NaN}"#, #"{"a":Infinity}"#, #"{"a":1e400}"#, #"{"a":tru}"#,
        #"{"a":"\x"}"#, #"{"a":"\ud800"}"#, "{\"a\":\"\u{1}\"}", "\u{FEFF}{}", "// x\n{}", #"{"a":1 /* x */}"#,
        #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":1}"#, #"{"b":{"a":1,"c":2,"a":3}}"#, #"{"b":[[{"a":1,"a":1}]]}"#,
    ])
    func whatIsNotStrictIsRefused(text: String) {
        #expect(throws: JSONFault.self) { try read(text.utf8) }
    }

    /// By the reader itself: the library under it does so in some versions only.
    @Test func aByteOrderMarkIsRefusedAsSuch() {
        #expect { try read("\u{FEFF}{}".utf8) } throws: {
            ($0 as? JSONFault)?.reason == "it begins with a byte order mark"
        }
    }

    @Test func bytesThatAreNotUTF8AreRefused() {
        for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]] {
            #expect(throws: JSONFault.self) { try read(Array(#"{"a":""#.utf8) + bytes + Array(#""}"#.utf8)) }
        }
    }

    @Test func aNameThatOccursTwiceIsSaid() {
        #expect { try read(#"{"a":{"deep":1,"deep":2}}"#.utf8) } throws: { ($0 as? JSONFault)?.path == "deep" }
    }

    @Test func thousandsOfMembersAreCompared() throws {
        let members = (0..<5000).map { "\"m\($0)\":\($0)" }
        #expect(try read("{\(members.joined(separator: ","))}".utf8) == TransactionPayload())
        #expect(throws: JSONFault.self) { try read("{\((members + ["\"m77\":0"]).joined(separator: ","))}".utf8) }
    }

    @Test func integersAreReadToTheirLimits() throws {
        #expect(try read(#"{"price":9223372036854775807}"#.utf8)?.price == .max)
        #expect(try read(#"{"price":-9223372036854775808}"#.utf8)?.price == .min)
        for number in ["9223372036854775808", "18446744073709551615", "1.0", "1e3", "-0.0", "\"1\"", "true"] {
            #expect { try read(#"{"price":\#(number)}"#.utf8) } throws: { ($0 as? JSONFault)?.path == "price" }
        }
    }

    @Test func fractionalDatesAreForXcodeOnly() throws {
        let text = #"{"signedDate":1697679936049.7297}"#
        #expect(try read(text.utf8, fractionalDates: true)?.signedDate == Timestamp(rawValue: 1_697_679_936_050))
        #expect(throws: JSONFault.self) { try read(text.utf8) }
        #expect(throws: JSONFault.self) { try read(#"{"price":1.5}"#.utf8, fractionalDates: true) }
    }
}
