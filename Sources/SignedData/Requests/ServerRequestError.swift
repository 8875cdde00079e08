/// Why a server's signed request was refused.
public enum ServerRequestError: Error, Hashable, CustomStringConvertible {
    /// Not three segments of base64url with JSON in the first two.
    case malformed(String)
    /// The header names another algorithm than ES256.
    case algorithm(String)
    /// The header names a key that is not among the trusted ones.
    case unknownKey(id: String)
    /// The signature does not belong to the rest.
    case signature
    /// Signed, but not what was asked for: a claim is missing, of the wrong type, or names another audience.
    case claims(String)

    public var description: String {
        switch self {
        case .malformed(let what): "this is not a signed request: \(what)"
        case .algorithm(let name): "the header names the algorithm \"\(name)\", but only ES256 is accepted"
        case .unknownKey(let id): "no trusted key has the identifier \"\(id)\" that the header names"
        case .signature: "the signature was not made over this text by the key that the header names"
        case .claims(let what): "the claims are not those of this kind of request: \(what)"
        }
    }
}
