internal import AppStoreData

/// Writes a JWS in compact form: header, payload and signature, each in base64url, joined by dots.
enum CompactJWS {
    /// Signs with ES256.
    ///
    /// - Parameters:
    ///   - header: the protected header, as JSON.
    ///   - payload: what is signed, word for word.
    ///   - key: a P-256 key with its private half.
    static func sign(
        header: some Collection<UInt8>, payload: some Collection<UInt8>, with key: KeyPair
    ) throws(OpenSSLError) -> String {
        var text = Base64.url.encode(header)
        text.append(UInt8(ascii: "."))
        text.append(contentsOf: Base64.url.encode(payload))
        guard let signature = ECDSASignature.raw(fromDER: try key.signature(over: text)) else {
            throw OpenSSLError("sign with a key that is not P-256")
        }
        text.append(UInt8(ascii: "."))
        text.append(contentsOf: Base64.url.encode(signature))
        return String(decoding: text, as: UTF8.self)
    }
}
