/// Why a key was refused.
public enum KeyError: Error, Hashable, CustomStringConvertible {
    /// Neither PEM nor base64 of DER, or the bytes are cut short or followed by others.
    case notAKey
    /// A key, or something near it, in another wrapping than PKCS#8: `found` says which.
    case notPKCS8(found: String)
    /// PKCS#8 protected by a passphrase. App Store Connect never issues such a file.
    case encrypted
    /// PKCS#8 with another kind of key: `found` says which.
    case notP256(found: String)
    /// The private number does not belong to the public point stored beside it.
    case inconsistent

    public var description: String {
        switch self {
        case .notAKey:
            "this is not a key: expected a .p8 file (a PEM block \"PRIVATE KEY\"), or its PKCS#8 bytes in base64"
        case .notPKCS8(let found):
            "this is \(found), not PKCS#8: pass the .p8 file as downloaded from App Store Connect, "
                + "or convert a private key with \"openssl pkcs8 -topk8 -nocrypt\""
        case .encrypted:
            "this key is encrypted with a passphrase: remove it with \"openssl pkcs8 -nocrypt\""
        case .notP256(let found):
            "this key is \(found), but the App Store signs and accepts ES256 only, which needs a P-256 key"
        case .inconsistent:
            "this key is damaged: its private half does not belong to its public half"
        }
    }
}
