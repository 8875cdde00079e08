public import Foundation

/// A key from App Store Connect (Users and Access › Integrations), which a server signs with.
///
/// Nothing here reads a clock or makes random numbers: dates and nonces come from the caller.
public struct AppStoreConnectKey: Sendable {
    /// The key's identifier, ten characters, in every header as `kid`.
    public let keyID: String
    /// The issuer's identifier, a UUID, in every claim set as `iss`.
    public let issuerID: String
    /// The `.p8` file.
    public let signingKey: SigningKey

    public init(keyID: String, issuerID: String, signingKey: SigningKey) {
        self.keyID = keyID
        self.issuerID = issuerID
        self.signingKey = signingKey
    }

    /// The longest that a token for the App Store Server API may live: an hour.
    public static let longestServerTokenLifetime: Duration = .seconds(60 * 60)
    /// The longest that a token for the App Store Connect API may live, its few long-lived uses aside: 20 minutes.
    public static let longestConnectTokenLifetime: Duration = .seconds(20 * 60)

    /// A bearer token for the App Store Server API.
    ///
    /// The App Store refuses a token issued in the future, so a server whose clock may run ahead passes a date up to a
    /// minute back.
    ///
    /// - Parameters:
    ///   - bundleID: the app that the requests are about (`bid`).
    ///   - issuedAt: the present (`iat`), cut to whole seconds.
    ///   - lifetime: more than zero and at most an hour, in whole seconds. Apple's own libraries use five minutes.
    /// - Throws: `TokenError` for a lifetime or date out of range.
    public func serverToken(
        bundleID: String, issuedAt: Date, lifetime: Duration = .seconds(5 * 60)
    ) throws -> String {
        try token(bundleID: bundleID, issuedAt: issuedAt, lifetime: lifetime, limit: Self.longestServerTokenLifetime)
    }

    /// A bearer token for the App Store Connect API, good for every app of the team.
    ///
    /// - Parameters:
    ///   - issuedAt: the present (`iat`), cut to whole seconds.
    ///   - lifetime: more than zero and at most 20 minutes, in whole seconds.
    /// - Throws: `TokenError` for a lifetime or date out of range.
    public func connectToken(issuedAt: Date, lifetime: Duration = .seconds(5 * 60)) throws -> String {
        try token(bundleID: nil, issuedAt: issuedAt, lifetime: lifetime, limit: Self.longestConnectTokenLifetime)
    }

    private func token(bundleID: String?, issuedAt: Date, lifetime: Duration, limit: Duration) throws -> String {
        guard lifetime >= .seconds(1), lifetime <= limit else { throw TokenError.lifetime(lifetime, limit: limit) }
        let issued = try issuedAt.wholeSeconds
        return try sign(
            TokenClaims(
                iss: issuerID, iat: issued, exp: issued + lifetime.components.seconds, aud: "appstoreconnect-v1",
                bid: bundleID))
    }

    /// Signs a request that the app passes on to StoreKit.
    ///
    /// - Parameters:
    ///   - claims: what is asked for.
    ///   - bundleID: the app.
    ///   - nonce: a new UUID for each request.
    ///   - issuedAt: the present, cut to whole seconds.
    /// - Returns: the compact JWS.
    public func request(
        _ claims: some ServerRequestClaims, bundleID: String, nonce: UUID, issuedAt: Date
    ) throws -> String {
        try sign(
            ServerRequest(
                issuerID: issuerID, bundleID: bundleID, nonce: nonce, issuedAt: issuedAt.wholeSeconds, claims: claims))
    }

    private func sign(_ claims: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try CompactJWS.sign(
            header: encoder.encode(RequestHeader(alg: "ES256", kid: keyID, typ: "JWT")),
            payload: encoder.encode(claims),
            with: signingKey.pair)
    }
}

/// The claims of a bearer token. A claim without a value is left out.
private struct TokenClaims: Encodable {
    var iss: String
    var iat: Int64
    var exp: Int64
    var aud: String
    var bid: String?
}

extension Date {
    /// Seconds since 1970, rounded down.
    fileprivate var wholeSeconds: Int64 {
        get throws(TokenError) {
            let seconds = timeIntervalSince1970.rounded(.down)
            guard seconds.magnitude < 1e15 else { throw .date(secondsSince1970: timeIntervalSince1970) }
            return Int64(seconds)
        }
    }
}
