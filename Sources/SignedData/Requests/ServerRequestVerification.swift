internal import Foundation

extension ServerRequest {
    /// Verifies a server's signed request, as the App Store does when an app passes one to StoreKit.
    ///
    /// The claims are read only after the signature holds. Age, reuse of the nonce and the bundle identifier are the
    /// caller's to judge.
    ///
    /// - Parameters:
    ///   - jws: the compact JWS.
    ///   - keys: the trusted keys by identifier.
    public init(verifying jws: String, with keys: [String: VerifyingKey]) throws(ServerRequestError) {
        let segments = jws.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3 else { throw .malformed("it has \(segments.count) segments, not 3") }
        let header: JOSEHeader = try Self.decode(segments[0], "header") { .malformed($0) }
        guard header.alg == "ES256" else { throw .algorithm(header.alg) }
        guard header.crit == nil else { throw .malformed("the header asks for critical extensions") }
        guard let key = keys[header.kid] else { throw .unknownKey(id: header.kid) }
        guard let raw = Base64.url.decode(Substring(segments[2])) else {
            throw .malformed("the signature is not base64url")
        }
        let signed = jws.utf8[..<segments[1].endIndex]
        guard let der = ECDSASignature.der(fromRaw: raw), key.pair.accepts(der, over: signed) else { throw .signature }
        self = try Self.decode(segments[1], "payload") { .claims($0) }
    }

    private static func decode<Value: Decodable>(
        _ segment: Substring.UTF8View, _ name: String, failure: (String) -> ServerRequestError
    ) throws(ServerRequestError) -> Value {
        guard let json = Base64.url.decode(Substring(segment)) else {
            throw .malformed("the \(name) is not base64url")
        }
        do {
            return try JSONDecoder().decode(Value.self, from: Data(json))
        } catch let DecodingError.keyNotFound(key, _) {
            throw failure("the \(name) has no \"\(key.stringValue)\"")
        } catch let DecodingError.typeMismatch(_, context), let DecodingError.valueNotFound(_, context),
            let DecodingError.dataCorrupted(context)
        {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw failure("\(path.isEmpty ? name : path): \(context.debugDescription)")
        } catch {
            throw failure("\(error)")
        }
    }
}
