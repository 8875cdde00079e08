import AppStoreData
import Foundation
import Testing

struct Base64URLTests {
    @Test func everyLengthComesBackAsItWent() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
            let text = Base64URL.encode(bytes)
            let foundation = Data(bytes).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            #expect(text == Array(foundation.utf8))
            #expect(Base64URL.decode(text) == bytes)
        }
    }

    @Test func everySymbolHasItsOwnValue() {
        for value in UInt8.min...UInt8.max {
            #expect(Base64URL.decode(Base64URL.encode([value, 0xFF, value])) == [value, 0xFF, value])
        }
    }

    @Test(arguments: ["A", "AAAAA", "QUI=", "QQ==", "Q+/A", "QU\nI", "QUI ", "QR", "QUJ", "\u{E9}AAA", "QQ\u{0}A"])
    func whatIsNotStrictIsRefused(text: String) {
        #expect(Base64URL.decode(Array(text.utf8)) == nil)
    }
}
