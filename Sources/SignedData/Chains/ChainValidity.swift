internal import AppStoreData

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
