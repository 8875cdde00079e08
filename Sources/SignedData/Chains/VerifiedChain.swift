/// Certificates whose names, extensions and signatures lead to a trusted one. Their dates are judged at each use.
final class VerifiedChain: Sendable {
    /// What the chain is known by.
    let digest: [UInt8]
    let validity: ChainValidity
    /// The leaf's.
    let key: KeyPair
    /// Intermediate and leaf; none where one certificate is trusted by itself.
    let issued: [IssuedCertificate]

    init(digest: [UInt8], validity: ChainValidity, key: KeyPair, issued: [IssuedCertificate] = []) {
        self.digest = digest
        self.validity = validity
        self.key = key
        self.issued = issued
    }
}
