internal import AppStoreData

/// A certificate that its issuer signed, and what is known of whether the issuer has revoked it.
///
/// One intermediate is in many chains: what was found out about it for one of them holds for all.
final class IssuedCertificate: Sendable {
    let role: CertificateRole
    let certificate: Certificate
    let issuer: Certificate
    let revocation = Lock(Revocation())

    struct Revocation {
        var status = RevocationStatus.notAsked
        /// The question that is under way. What was known before it holds until there is an answer.
        var question: Task<Void, Never>?
    }

    init(_ role: CertificateRole, _ certificate: Certificate, by issuer: Certificate) {
        self.role = role
        self.certificate = certificate
        self.issuer = issuer
    }
}

/// What is known of the revocation of a certificate.
enum RevocationStatus {
    case notAsked
    case good(until: Timestamp)
    /// For good: no later answer, and no missing one, takes it back.
    case revoked
    /// Asked, without a useful answer. Not asked again before then.
    case unavailable(reason: String, until: Timestamp)

    /// Whether there is no need to ask.
    func holds(at now: Timestamp) -> Bool {
        switch self {
        case .notAsked: false
        case .revoked: true
        case .good(let until), .unavailable(_, let until): now < until
        }
    }
}
