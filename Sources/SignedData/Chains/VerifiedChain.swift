internal import AppStoreData

/// Certificates whose names, extensions and signatures lead to a trusted one. Their dates are judged at each use.
final class VerifiedChain: Sendable {
    /// What the chain is known by.
    let digest: [UInt8]
    let validity: ChainValidity
    /// The leaf's.
    let key: KeyPair
    /// Nil where one certificate is trusted by itself.
    let certificates: CandidateChain?
    let revocation = Lock(RevocationStatus.notAsked)

    init(digest: [UInt8], validity: ChainValidity, key: KeyPair, certificates: CandidateChain? = nil) {
        self.digest = digest
        self.certificates = certificates
        self.validity = validity
        self.key = key
    }
}

/// When each certificate of a chain is valid, both ends included.
struct ChainValidity {
    private var leaf: ClosedRange<Timestamp>
    private var intermediate: ClosedRange<Timestamp>?
    private var root: ClosedRange<Timestamp>?

    /// Of a certificate that is trusted by itself.
    init(of leaf: Certificate) throws(Refusal) {
        self.leaf = try Self.validity(of: leaf, .leaf)
    }

    init(of chain: CandidateChain) throws(Refusal) {
        leaf = try Self.validity(of: chain.leaf, .leaf)
        intermediate = try Self.validity(of: chain.intermediate, .intermediate)
        root = try Self.validity(of: chain.root, .root)
    }

    subscript(role: CertificateRole) -> ClosedRange<Timestamp>? {
        switch role {
        case .leaf: leaf
        case .intermediate: intermediate
        case .root: root
        }
    }

    private static func validity(
        of certificate: Certificate, _ role: CertificateRole
    ) throws(Refusal) -> ClosedRange<Timestamp> {
        guard let validity = certificate.validity else {
            throw Refusal(.invalidCertificate, "its dates cannot be read", certificate: role)
        }
        return validity
    }
}
