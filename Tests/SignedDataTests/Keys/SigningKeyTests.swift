import Foundation
import SignedData
import Testing

@Suite struct SigningKeyTests {
    /// Makes a P-256 key with `openssl` and gives its PKCS#8 text.
    private func p8(_ openssl: OpenSSLCommand) throws -> String {
        try openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "key.p8")
        return String(decoding: try openssl.read("key.p8"), as: UTF8.self)
    }

    private func refusal(of text: String) -> KeyError? {
        do throws(KeyError) {
            _ = try SigningKey(text)
            return nil
        } catch {
            return error
        }
    }

    @Test func aKeyFileIsReadAndWrittenBackWordForWord() throws {
        let openssl = try OpenSSLCommand()
        let text = try p8(openssl)
        let key = try SigningKey(text)
        #expect(try key.pem == text)
        #expect(try key.verifyingKey.pem == openssl("pkey", "-in", "key.p8", "-pubout"))
        #expect(try VerifyingKey(der: key.verifyingKey.der).der == key.verifyingKey.der)
    }

    @Test func theKeyOfAStoreKitFileIsReadAsBareBase64() throws {
        let openssl = try OpenSSLCommand()
        let key = try SigningKey(p8(openssl))
        let bare = Data(try key.pkcs8).base64EncodedString()
        #expect(try SigningKey(bare).pkcs8 == key.pkcs8)
        #expect(try SigningKey(" \(bare.prefix(40))\n\(bare.dropFirst(40))\r\n").pkcs8 == key.pkcs8)
    }

    @Test func aKeyFileWithWindowsLineEndsAndTextAroundItIsRead() throws {
        let openssl = try OpenSSLCommand()
        let text = try p8(openssl)
        let wrapped = "Bag Attributes\n" + text.replacingOccurrences(of: "\n", with: "\r\n") + "the end"
        #expect(try SigningKey(wrapped).pem == text)
    }

    @Test func whatOpenSSLSignsAndWhatThisSignsAreAcceptedByBoth() throws {
        let openssl = try OpenSSLCommand()
        let key = try SigningKey(p8(openssl))
        let terms = OfferSignatureTerms.example
        let signature = try key.offerSignature(for: terms)
        let text = Array(terms.expectedText.utf8)
        #expect(try openssl.verifies(signature, over: text, by: key.verifyingKey.pem))

        try openssl.write(text, to: "terms")
        try openssl("dgst", "-sha256", "-sign", "key.p8", "-out", "theirs", "terms")
        #expect(key.verifyingKey.accepts(Data(try openssl.read("theirs")), for: terms))
    }

    @Test func anEncryptedKeyIsRefused() throws {
        let openssl = try OpenSSLCommand()
        _ = try p8(openssl)
        let encrypted = try openssl("pkcs8", "-topk8", "-in", "key.p8", "-passout", "pass:secret")
        #expect(refusal(of: encrypted) == .encrypted)
        try openssl("pkcs8", "-topk8", "-in", "key.p8", "-passout", "pass:secret", "-outform", "DER", "-out", "der")
        #expect(refusal(of: Data(try openssl.read("der")).base64EncodedString()) == .encrypted)
    }

    @Test func aKeyInAnotherWrappingIsRefusedByItsName() throws {
        let openssl = try OpenSSLCommand()
        _ = try p8(openssl)
        func base64(_ name: String) throws -> String { Data(try openssl.read(name)).base64EncodedString() }

        let bareEC = KeyError.notPKCS8(found: "a bare EC private key (SEC 1)")
        #expect(refusal(of: try openssl("ec", "-in", "key.p8")) == bareEC)
        try openssl("ec", "-in", "key.p8", "-outform", "DER", "-out", "ec")
        #expect(refusal(of: try base64("ec")) == bareEC)

        let bareRSA = KeyError.notPKCS8(found: "a bare RSA private key (PKCS#1)")
        try openssl("genrsa", "-traditional", "-out", "rsa.pem", "2048")
        #expect(refusal(of: String(decoding: try openssl.read("rsa.pem"), as: UTF8.self)) == bareRSA)
        try openssl("rsa", "-in", "rsa.pem", "-traditional", "-outform", "DER", "-out", "rsa")
        #expect(refusal(of: try base64("rsa")) == bareRSA)

        let publicKey = KeyError.notPKCS8(found: "a public key")
        #expect(refusal(of: try openssl("pkey", "-in", "key.p8", "-pubout")) == publicKey)
        try openssl("pkey", "-in", "key.p8", "-pubout", "-outform", "DER", "-out", "pub")
        #expect(refusal(of: try base64("pub")) == publicKey)

        let certificate = KeyError.notPKCS8(found: "a certificate")
        let pem = try openssl("req", "-x509", "-new", "-key", "key.p8", "-subj", "/CN=Orchard")
        #expect(refusal(of: pem) == certificate)
        try openssl.write(Array(pem.utf8), to: "pem")
        try openssl("x509", "-in", "pem", "-outform", "DER", "-out", "der")
        #expect(refusal(of: try base64("der")) == certificate)

        #expect(
            refusal(of: try openssl("ecparam", "-name", "prime256v1"))
                == .notPKCS8(found: "a PEM block \"EC PARAMETERS\""))
    }

    @Test func aKeyOfAnotherKindIsRefusedByItsName() throws {
        let openssl = try OpenSSLCommand()
        let curve = "ec_paramgen_curve:"
        #expect(
            refusal(of: try openssl("genpkey", "-algorithm", "EC", "-pkeyopt", curve + "P-384"))
                == .notP256(found: "P-384"))
        #expect(
            refusal(of: try openssl("genpkey", "-algorithm", "EC", "-pkeyopt", curve + "secp256k1"))
                == .notP256(found: "EC, curve secp256k1"))
        #expect(
            refusal(of: try openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"))
                == .notP256(found: "RSA, 2048 bits"))
        #expect(refusal(of: try openssl("genpkey", "-algorithm", "ED25519")) == .notP256(found: "ED25519, 256 bits"))
    }

    @Test func textThatIsNoKeyIsRefused() throws {
        let openssl = try OpenSSLCommand()
        let text = try p8(openssl)
        let der = try SigningKey(text).pkcs8
        for wrong in [
            "", " \n", "key", "QUJD", "REDACTED-BASE64-PKCS8-P256",
            "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n",
            text.replacingOccurrences(of: "-----END PRIVATE KEY-----", with: ""),
            text.replacingOccurrences(of: "END PRIVATE", with: "END EC PRIVATE"),
            text.replacingOccurrences(of: "\n", with: "*\n"),
            Data(der.dropLast()).base64EncodedString(),
            Data(der + [0]).base64EncodedString(),
        ] {
            #expect(refusal(of: wrong) == .notAKey, "\(wrong)")
        }
    }

    @Test func aKeyWhoseHalvesDoNotBelongTogetherIsRefused() throws {
        let mine = try SigningKey.generate().pkcs8
        let other = try SigningKey.generate().pkcs8
        // The public point is the last part of the bytes.
        #expect(throws: KeyError.inconsistent) { try SigningKey(pkcs8: mine.dropLast(64) + other.suffix(64)) }
    }

    @Test func noChangedByteMakesTheReaderTrap() throws {
        let der = try SigningKey.generate().pkcs8
        for position in der.indices {
            for value in [0, 0xFF, der[position] ^ 1, der[position] ^ 0x80] {
                var changed = der
                changed[position] = value
                _ = try? SigningKey(pkcs8: changed)
            }
            _ = try? SigningKey(pkcs8: Array(der.prefix(position)))
        }
    }

    @Test func everyRefusalSaysWhatToDo() {
        #expect("\(KeyError.notPKCS8(found: "a certificate"))".contains("a certificate, not PKCS#8"))
        #expect("\(KeyError.notP256(found: "P-384"))".contains("P-384"))
        #expect("\(KeyError.encrypted)".contains("openssl pkcs8 -nocrypt"))
    }
}
