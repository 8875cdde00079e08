public import Foundation

/// How a verifier finds out whether certificates have been revoked: by OCSP (RFC 6960).
///
/// Leaf and intermediate are both asked about, at the responder that each names, and the answer holds until it says that
/// there will be a newer one, and a minute longer. An answer must be signed by the certificate's issuer or by a responder
/// that the issuer made.
///
/// A revoked certificate speaks against all that it ever signed, also against what is stored and says that it was signed
/// before the revocation: with a stolen key any date can be signed.
public struct RevocationCheck: Sendable {
    /// Sends a request and returns the body of the answer.
    ///
    /// It posts `body` as `application/ocsp-request` to `responder`, and throws for every status but 200. It should give up
    /// within some seconds, and on a body of more than a megabyte.
    public typealias Fetch = @Sendable (_ responder: URL, _ body: Data) async throws -> Data

    /// What is to be when no responder can be reached, or its answer is of no use.
    public enum Unavailability: Sendable {
        /// The verdict is ``VerdictCode/retryable``.
        case refuses
        /// The certificate counts as not revoked.
        case accepts
    }

    public var fetch: Fetch
    public var unavailability: Unavailability

    public init(unavailability: Unavailability, fetch: @escaping Fetch) {
        self.unavailability = unavailability
        self.fetch = fetch
    }
}
