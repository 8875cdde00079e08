internal import AppStoreData
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
        let parts: UnverifiedJWS
        do throws(UnverifiedJWSError) {
            parts = try UnverifiedJWS(jws)
        } catch {
            throw .malformed(error.description)
        }
        let header: RequestHeader = try Self.decode(parts.header, "header") { .malformed($0) }
        let presented: PresentedHeader? = try Self.strict(parts.header, "header", failure: { .malformed($0) }) {
            value throws(JSONFault) in try value.object()
        }
        guard presented?.hasCriticalMembers == false else {
            throw .malformed("the header asks for critical extensions")
        }
        guard presented?.saysHowPayloadIsEncoded == false else {
            throw .malformed("the header says how the payload is encoded, and there is only one way")
        }
        guard header.alg == "ES256" else { throw .algorithm(header.alg) }
        guard let key = keys[header.kid] else { throw .unknownKey(id: header.kid) }
        guard let signature = ECDSASignature.der(fromRaw: parts.signature),
            key.pair.accepts(signature, over: parts.signedData)
        else { throw .signature }
        self = try Self.decode(parts.payload, "payload") { .claims($0) }
    }

    private static func strict<Value>(
        _ json: Data, _ name: String, failure: (String) -> ServerRequestError,
        _ read: (JSONValue) throws(JSONFault) -> Value
    ) throws(ServerRequestError) -> Value {
        do throws(JSONFault) {
            return try StrictJSON.read(json, read)
        } catch {
            throw failure("\(error.path ?? name): \(error.reason)")
        }
    }

    /// Decodes what is strict JSON too: Foundation takes two members of one name, of which others may read the other one.
    private static func decode<Value: Decodable>(
        _ json: Data, _ name: String, failure: (String) -> ServerRequestError
    ) throws(ServerRequestError) -> Value {
        try strict(json, name, failure: failure) { _ in }
        do {
            return try JSONDecoder().decode(Value.self, from: json)
        } catch DecodingError.keyNotFound(let key, _) {
            throw failure("the \(name) has no \"\(key.stringValue)\"")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context)
        {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw failure("\(path.isEmpty ? name : path): \(context.debugDescription)")
        } catch {
            throw failure("\(error)")
        }
    }
}
