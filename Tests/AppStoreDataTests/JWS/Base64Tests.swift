import AppStoreData
import Foundation
import Testing

@Suite struct Base64Tests {
    @Test(arguments: 0...67)
    func everyLengthComesBackFromBothAlphabets(length: Int) {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ length) }
        #expect(Base64.url.decode(Base64.url.string(bytes)) == bytes)
        #expect(Base64.standard.decode(Base64.standard.string(bytes)) == bytes)
        #expect(Base64.standard.string(bytes) == Data(bytes).base64EncodedString())
    }

    @Test func allSymbolsOfBothAlphabetsAreRead() {
        let bytes = (0..<16).flatMap { row -> [UInt8] in
            let values = (0..<4).map { UInt32(row * 4 + $0) }
            let packed = values[0] << 18 | values[1] << 12 | values[2] << 6 | values[3]
            return [UInt8(packed >> 16), UInt8(packed >> 8 & 0xFF), UInt8(packed & 0xFF)]
        }
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        #expect(Base64.url.string(bytes) == alphabet + "-_")
        #expect(Base64.standard.string(bytes) == alphabet + "+/")
        #expect(Base64.url.decode(alphabet + "-_") == bytes)
        #expect(Base64.standard.decode(alphabet + "+/") == bytes)
    }

    @Test(arguments: [
        "QUJDRA==", "QUJD+A", "QUJD/A", "Q", "QUJDR", "QR", "QUF", "QU JD", "QUJD\n", "QUJDé", "=", "====",
    ])
    func aSegmentThatIsNotStrictBase64URLIsRefused(text: String) {
        #expect(Base64.url.decode(text) == nil)
    }

    @Test(arguments: [
        "QUJDRA", "QUJDRA=", "QUJDRB==", "QUJD-A==", "QUJD_A==", "QUJD\n", "QUJD====", "Q===", "QQ=A", "====",
    ])
    func textThatIsNotStrictBase64IsRefused(text: String) {
        #expect(Base64.standard.decode(text) == nil)
    }
}
