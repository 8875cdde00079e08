import Foundation
import Testing

@testable import StoreKit

@Suite struct ECDSASignatureTests {
    @Test func onlySixtyFourBytesAreASignature() {
        #expect(throws: P256.Signing.SignatureLengthError(count: 63)) {
            try P256.Signing.ECDSASignature(rawRepresentation: Data(repeating: 1, count: 63))
        }
    }

    @Test func derWritesPositiveIntegersWithoutLeadingZeros() throws {
        var raw = Data(repeating: 0, count: 64)
        raw[31] = 0x7F
        raw[32] = 0x80
        let der = try P256.Signing.ECDSASignature(rawRepresentation: raw).derRepresentation
        let s = Data([0x02, 33, 0x00, 0x80]) + Data(repeating: 0, count: 31)
        #expect(der == Data([0x30, UInt8(3 + s.count), 0x02, 1, 0x7F]) + s)
    }
}
