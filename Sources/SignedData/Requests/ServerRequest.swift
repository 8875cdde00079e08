public import Foundation

/// What an app's server asks of the App Store through the app, as the claims of a JWS that the app passes to StoreKit.
///
/// Each kind has its own audience, so that one cannot be used as another.
public protocol ServerRequestClaims: Codable, Hashable, Sendable {
    /// The `aud` claim.
    static var audience: String { get }
}

/// A server's signed request: the claims of one kind, with those that all kinds share.
///
/// Claims and header are those of Apple's App Store Server Library, which sets no expiry.
public struct ServerRequest<Claims: ServerRequestClaims>: Hashable, Sendable {
    /// The key's issuer (`iss`), from App Store Connect.
    public var issuerID: String
    /// The app (`bid`).
    public var bundleID: String
    /// A value never used before (`nonce`), written in lower case.
    public var nonce: UUID
    /// When the server signed (`iat`), in whole seconds since 1970.
    public var issuedAt: Int64
    /// What is asked for.
    public var claims: Claims
}

extension ServerRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case issuerID = "iss"
        case bundleID = "bid"
        case audience = "aud"
        case nonce
        case issuedAt = "iat"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(issuerID, forKey: .issuerID)
        try container.encode(bundleID, forKey: .bundleID)
        try container.encode(Claims.audience, forKey: .audience)
        try container.encode(nonce.uuidString.lowercased(), forKey: .nonce)
        try container.encode(issuedAt, forKey: .issuedAt)
        try claims.encode(to: encoder)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let audience = try container.decode(String.self, forKey: .audience)
        guard audience == Claims.audience else {
            throw DecodingError.dataCorruptedError(
                forKey: .audience, in: container,
                debugDescription: "the audience is \"\(audience)\", but \"\(Claims.audience)\" is expected here")
        }
        issuerID = try container.decode(String.self, forKey: .issuerID)
        bundleID = try container.decode(String.self, forKey: .bundleID)
        nonce = try container.decode(UUID.self, forKey: .nonce)
        issuedAt = try container.decode(Int64.self, forKey: .issuedAt)
        claims = try Claims(from: decoder)
    }
}
