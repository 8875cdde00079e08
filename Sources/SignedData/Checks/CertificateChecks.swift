internal import COpenSSL

/// Three certificates that a header presents, and the trusted one that the last of them stands for.
struct CandidateChain {
    var leaf: Certificate
    var intermediate: Certificate
    var root: Certificate
}

extension Check<CandidateChain> {
    /// What can be seen without a signature, in the order in which it is looked at.
    static let ofCertificates =
        [
            check(.leafMarker, .leaf) { leaf, _ in
                leaf.hasExtension(CertificateTemplate.Identifier.receiptSigning)
                    ? nil : "it is not marked as signing for the App Store"
            },
            check(.intermediateMarker, .intermediate) { intermediate, _ in
                intermediate.hasExtension(CertificateTemplate.Identifier.worldwideDeveloperRelations)
                    ? nil : "it is not marked as Apple's Worldwide Developer Relations"
            },
            check(.leafIssuer, .leaf) { leaf, chain in
                chain.intermediate.isNamedAsIssuer(of: leaf) ? nil : "its issuer is not the intermediate's subject"
            },
            check(.intermediateIssuer, .intermediate) { intermediate, chain in
                chain.root.isNamedAsIssuer(of: intermediate) ? nil : "its issuer is not the root's subject"
            },
            check(.leafKey, .leaf) { leaf, _ in
                guard let kind = leaf.publicKey?.kind else { return "its key cannot be read" }
                return kind == "P-256" ? nil : "its key is \(kind), and ES256 needs P-256"
            },
            check(.leafIsNoAuthority, .leaf) { leaf, _ in
                leaf.isAuthority ? "it is an authority" : nil
            },
            check(.intermediateIsAuthority, .intermediate) { intermediate, _ in
                intermediate.isAuthority ? nil : "it is not an authority"
            },
            check(.pathLength, .root) { root, _ in
                root.pathLength == 0 ? "it allows no authority below it" : nil
            },
            check(.leafUsage, .leaf) { leaf, _ in
                leaf.allows(KU_DIGITAL_SIGNATURE) ? nil : unusable(leaf, "data")
            },
            check(.intermediateUsage, .intermediate) { intermediate, _ in
                intermediate.allows(KU_KEY_CERT_SIGN) ? nil : unusable(intermediate, "certificates")
            },
            check(.noUnknownCriticalExtension, .leaf, .intermediate) { certificate, _ in
                certificate.unknownCriticalExtension.map { "its extension \($0) is critical and not known" }
            },
            check(.strongDigest, .leaf, .intermediate) { certificate, _ in
                certificate.isSignedWithStrongDigest ? nil : "its signature's digest is not of the SHA-2 family"
            },
            check(.keyIdentifiers, .leaf) { leaf, chain in
                leaf.isIssuedWithKey(of: chain.intermediate) ? nil : "it names another key as its issuer's"
            },
            check(.keyIdentifiers, .intermediate) { intermediate, chain in
                intermediate.isIssuedWithKey(of: chain.root) ? nil : "it names another key as its issuer's"
            },
        ].flatMap { $0 }

    /// Expensive, as the next.
    static let ofIntermediateSignature = check(.intermediateSignature, .intermediate) { intermediate, chain in
        intermediate.isSigned(by: chain.root) ? nil : "it is not signed by the trusted root"
    }

    static let ofLeafSignature = check(.leafSignature, .leaf) { leaf, chain in
        leaf.isSigned(by: chain.intermediate) ? nil : "it is not signed by the intermediate certificate"
    }

    private static func unusable(_ certificate: Certificate, _ purpose: String) -> String {
        certificate.hasReadableExtensions
            ? "its key is not for signing \(purpose)" : "its extensions cannot be read, so its key is for nothing"
    }

    private static func check(
        _ name: VerificationCheck, _ roles: CertificateRole...,
        finding: @escaping @Sendable (Certificate, CandidateChain) -> String?
    ) -> [Check] {
        roles.map { role in
            Check(name) { chain in
                let certificate =
                    switch role {
                    case .leaf: chain.leaf
                    case .intermediate: chain.intermediate
                    case .root: chain.root
                    }
                return finding(certificate, chain).map { Refusal(.invalidChain, $0, certificate: role) }
            }
        }
    }
}
