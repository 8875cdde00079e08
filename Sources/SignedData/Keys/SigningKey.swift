internal import AppStoreData
internal import COpenSSL

/// A P-256 private key: a `.p8` file from App Store Connect, or the key in a `.storekit` file's
/// `subscriptionOffersKeyPair`.
public struct SigningKey: Sendable {
    let pair: KeyPair

    /// Makes a new key with OpenSSL's random numbers.
    public static func generate() throws(OpenSSLError) -> SigningKey {
        SigningKey(pair: try .generate(on: .p256))
    }

    private init(pair: KeyPair) {
        self.pair = pair
    }

    /// Reads the text of a `.p8` file (PKCS#8 in PEM), or the same PKCS#8 bytes as bare base64.
    ///
    /// - Throws: `KeyError`, with the reason, for anything but an unencrypted P-256 key in PKCS#8.
    public init(_ text: String) throws(KeyError) {
        guard let blocks = PEM.blocks(in: text) else { throw .notAKey }
        guard let block = blocks.first else {
            let bare = text.filter { !$0.isWhitespace }
            guard !bare.isEmpty, let der = Base64.standard.decode(bare) else { throw .notAKey }
            try self.init(pkcs8: der)
            return
        }
        switch block.label {
        case "PRIVATE KEY": try self.init(pkcs8: block.der)
        case "ENCRYPTED PRIVATE KEY": throw .encrypted
        case "EC PRIVATE KEY": throw .notPKCS8(found: "a bare EC private key (SEC 1)")
        case "RSA PRIVATE KEY": throw .notPKCS8(found: "a bare RSA private key (PKCS#1)")
        case "PUBLIC KEY": throw .notPKCS8(found: "a public key")
        case "CERTIFICATE": throw .notPKCS8(found: "a certificate")
        default: throw .notPKCS8(found: "a PEM block \"\(block.label)\"")
        }
    }

    /// Reads PKCS#8 bytes (DER).
    ///
    /// - Throws: `KeyError`, with the reason, for anything but an unencrypted P-256 key.
    public init(pkcs8 der: [UInt8]) throws(KeyError) {
        defer { ERR_clear_error() }
        guard let info = parse(der, with: d2i_PKCS8_PRIV_KEY_INFO, freeing: PKCS8_PRIV_KEY_INFO_free) else {
            throw Self.refusal(of: der)
        }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        guard let pointer = EVP_PKCS82PKEY(info) else { throw .notAKey }
        let pair = KeyPair(owning: pointer)
        guard pair.isP256 else { throw .notP256(found: pair.kind) }
        let context = EVP_PKEY_CTX_new(pointer, nil)
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_pairwise_check(context) == 1 else { throw .inconsistent }
        self.pair = pair
    }

    /// Says what bytes that are not PKCS#8 are instead.
    private static func refusal(of der: [UInt8]) -> KeyError {
        if let key = parse(der, with: d2i_X509_SIG, freeing: X509_SIG_free) {
            X509_SIG_free(key)
            return .encrypted
        }
        for (kind, found) in [
            (EVP_PKEY_EC, "a bare EC private key (SEC 1)"), (EVP_PKEY_RSA, "a bare RSA private key (PKCS#1)"),
        ] {
            let key = parse(der, with: { d2i_PrivateKey(kind, $0, $1, $2) }, freeing: EVP_PKEY_free)
            guard let key else { continue }
            EVP_PKEY_free(key)
            return .notPKCS8(found: found)
        }
        if let key = parse(der, with: d2i_PUBKEY, freeing: EVP_PKEY_free) {
            EVP_PKEY_free(key)
            return .notPKCS8(found: "a public key")
        }
        if let certificate = parse(der, with: d2i_X509, freeing: X509_free) {
            X509_free(certificate)
            return .notPKCS8(found: "a certificate")
        }
        return .notAKey
    }

    /// The PKCS#8 bytes.
    public var pkcs8: [UInt8] {
        get throws(OpenSSLError) { try pair.pkcs8() }
    }

    /// The text of a `.p8` file. Keep it secret.
    public var pem: String {
        get throws(OpenSSLError) { PEM(label: "PRIVATE KEY", der: try pair.pkcs8()).text }
    }

    /// The public half.
    public var verifyingKey: VerifyingKey { VerifyingKey(pair: pair) }
}
