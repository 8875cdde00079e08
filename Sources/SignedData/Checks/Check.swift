/// One thing that a verifier makes sure of, with the refusal when it does not hold.
struct Check<Subject>: Sendable {
    let name: VerificationCheck
    let refusal: @Sendable (Subject) -> Refusal?

    init(_ name: VerificationCheck, refusal: @escaping @Sendable (Subject) -> Refusal?) {
        self.name = name
        self.refusal = refusal
    }
}

/// The names of all checks. A test switches each off in turn, and shows what then gets through.
package enum VerificationCheck: CaseIterable, Sendable {
    // Of the text.
    case headerSize, payloadSize
    // Of the header.
    case algorithm, noCriticalMembers, encodedPayload, noSurplusCertificates
    // Of the certificates, cheap ones first.
    case exactEncoding, leafMarker, intermediateMarker, leafIssuer, intermediateIssuer, trustedRoot
    case leafKey, leafIsNoAuthority, intermediateIsAuthority, pathLength, leafUsage, intermediateUsage
    case noUnknownCriticalExtension, strongDigest, keyIdentifiers
    case leafSignature, intermediateSignature
    // Of the signature over the text, and of revocation where it is asked for.
    case signature, revocation
    // Of the dates.
    case signedInThePast, leafValidity, intermediateValidity, rootValidity, freshness
    // Of what the payload claims.
    case appIdentifier, appAppleID, kind, environment
    // Of a notification and what is in it.
    case singleBody, renewalOfTransaction, sameApp
}

extension Sequence {
    /// Throws the first refusal.
    func apply<Subject>(to subject: Subject) throws(Refusal) where Element == Check<Subject> {
        for check in self {
            if let refusal = check.refusal(subject) { throw refusal }
        }
    }
}
