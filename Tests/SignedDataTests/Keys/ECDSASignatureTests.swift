import Testing

@testable import SignedData

@Suite struct ECDSASignatureTests {
    @Test func bothSpellingsOfASignatureSayTheSame() throws {
        let key = try KeyPair.generate(on: .p256)
        // Many, so that integers with leading zeros and with the high bit set both occur.
        for round in 0..<64 {
            let message = Array("message \(round)".utf8)
            let der = try key.signature(over: message)
            let raw = try #require(ECDSASignature.raw(fromDER: der))
            #expect(raw.count == 64)
            #expect(ECDSASignature.der(fromRaw: raw) == der)
            #expect(key.accepts(der, over: message))
        }
    }

    @Test func smallNumbersKeepTheirPlaces() throws {
        let raw = [UInt8](repeating: 0, count: 31) + [1] + [UInt8](repeating: 0, count: 30) + [0x80, 0]
        let der: [UInt8] = [0x30, 8, 0x02, 1, 1, 0x02, 3, 0, 0x80, 0]
        #expect(ECDSASignature.der(fromRaw: raw) == der)
        #expect(ECDSASignature.raw(fromDER: der) == raw)
    }

    @Test func bytesThatAreNoSignatureAreRefused() throws {
        let der = try KeyPair.generate(on: .p256).signature(over: [1])
        #expect(ECDSASignature.raw(fromDER: der + [0]) == nil)
        #expect(ECDSASignature.raw(fromDER: Array(der.dropLast())) == nil)
        #expect(ECDSASignature.raw(fromDER: []) == nil)
        #expect(ECDSASignature.der(fromRaw: [UInt8](repeating: 1, count: 63)) == nil)
        let large = try KeyPair.generate(on: .p384).signature(over: [1])
        #expect(ECDSASignature.raw(fromDER: large) == nil)
    }
}
