internal import AppStoreData
internal import COpenSSL

/// From a header to the key that its certificates certify.
extension SignedDataVerifier {
    /// What a header that was not seen before is found to be. Not yet remembered: anybody can make a header.
    func newHeader(
        _ segment: UnsafeBufferPointer<UInt8>, now: Timestamp
    ) throws(Refusal) -> VerifiedHeader {
        // Some of what OpenSSL cannot read is no failure here, and its word for it must not become that of the next one.
        defer { ERR_clear_error() }
        let chain = try verifiedChain(try certificateTexts(segment), now: now)
        do throws(OpenSSLError) {
            return try VerifiedHeader(segment, chain: chain)
        } catch {
            throw Refusal(.retryable, error.description)
        }
    }

    /// The `x5c` of a header that passes its checks.
    private func certificateTexts(_ segment: UnsafeBufferPointer<UInt8>) throws(Refusal) -> [String] {
        let header = try Segments.withDecoded(segment, "header") { buffer, count throws(Refusal) in
            do throws(JSONFault) {
                return try StrictJSON.read(buffer, count: count, readsFractionalDates: false) {
                    value throws(JSONFault) -> PresentedHeader? in try value.object()
                }
            } catch {
                throw Refusal(.invalidFormat, error.reason, field: error.path.map { "header.\($0)" } ?? "header")
            }
        }
        guard let header else {
            throw Refusal(.invalidFormat, "it is null where an object is needed", field: "header")
        }
        try checks.ofHeader.apply(to: header)
        guard let certificates = header.certificates, !certificates.isEmpty else {
            throw Refusal(.invalidFormat, "it presents no certificate", field: "header.x5c")
        }
        return certificates
    }

    /// The chain that the certificates are, the leaf first, each DER in base64. Its dates are not yet judged.
    func verifiedChain(_ certificates: [String], now: Timestamp) throws(Refusal) -> VerifiedChain {
        switch trust {
        case .roots(let roots): try chain(certificates, roots, now)
        case .testingRoot(let root): try chain(certificates, [root], now)
        case .certificate(let certificate): try pinned(certificates, certificate)
        }
    }

    private func pinned(_ texts: [String], _ trusted: Certificate) throws(Refusal) -> VerifiedChain {
        try requireLength(1, of: texts)
        let leaf = try certificate(texts[0], .leaf)
        guard leaf.der == trusted.der else {
            throw Refusal(.invalidChain, "it is not the one certificate that is trusted", certificate: .leaf)
        }
        guard let key = leaf.publicKey, key.isP256 else {
            throw Refusal(.invalidChain, "its key is not P-256, which ES256 needs", certificate: .leaf)
        }
        return VerifiedChain(digest: [], validity: try ChainValidity(of: leaf), key: key)
    }

    private func chain(
        _ texts: [String], _ roots: [Certificate], _ now: Timestamp
    ) throws(Refusal) -> VerifiedChain {
        try requireLength(3, of: texts)
        let digest = Digest.sha256(texts[0].utf8, texts[1].utf8, texts[2].utf8)
        if let failure = cache.withLock({ $0.failure(digest, at: now) }) { throw failure }
        do throws(Refusal) {
            return try newChain(texts, root: try trustedRoot(presented: texts[2], among: roots), now)
        } catch {
            // What speaks against these certificates today will tomorrow, unless it is the load.
            if error.code != .retryable { cache.withLock { $0.remember(error, of: digest, at: now) } }
            throw error
        }
    }

    private func newChain(
        _ texts: [String], root: Certificate, _ now: Timestamp
    ) throws(Refusal) -> VerifiedChain {
        // By the trusted root's own bytes: which certificate of it is presented is anybody's choice.
        let digest = Digest.sha256(texts[0].utf8, texts[1].utf8, root.der)
        if let known = cache.withLock({ $0.chain(digest) }) { return known }
        let candidate = CandidateChain(
            leaf: try certificate(texts[0], .leaf), intermediate: try certificate(texts[1], .intermediate), root: root)
        try checks.ofCertificates.apply(to: candidate)
        let validity = try ChainValidity(of: candidate)
        guard let key = candidate.leaf.publicKey else {
            throw Refusal(.invalidCertificate, "its key cannot be read", certificate: .leaf)
        }
        let intermediate = try verifiedIntermediate(of: candidate, now)
        try requireValidation(intermediate.validations, now)
        try checks.ofLeafSignature.apply(to: candidate)
        let leaf = IssuedCertificate(.leaf, candidate.leaf, by: candidate.intermediate)
        let chain = VerifiedChain(digest: digest, validity: validity, key: key, issued: [intermediate.issued, leaf])
        return cache.withLock { $0.remember(chain) }
    }

    /// Anybody can make an intermediate, and one whose key takes long to verify with. So the root's signature of it, with a
    /// key that nobody can choose, is verified before the intermediate's own key is used for anything.
    private func verifiedIntermediate(of chain: CandidateChain, _ now: Timestamp) throws(Refusal)
        -> VerifiedIntermediate
    {
        let digest = Digest.sha256(chain.intermediate.der, chain.root.der)
        if let known = cache.withLock({ $0.intermediate(digest) }) { return known }
        try requireValidation(validationsByRoots, now)
        try checks.ofIntermediateSignature.apply(to: chain)
        let intermediate = VerifiedIntermediate(
            digest: digest, issued: IssuedCertificate(.intermediate, chain.intermediate, by: chain.root),
            validationsPerSecond: validationsByRoots.withLock { $0.rate })
        return cache.withLock { $0.remember(intermediate) }
    }

    private func requireValidation(_ validations: Lock<TokenBucket>, _ now: Timestamp) throws(Refusal) {
        guard validations.withLock({ $0.take(at: now) }) else {
            throw Refusal(.retryable, "too many unknown chains at once; ask again in a second", field: "header.x5c")
        }
    }

    /// The trusted certificate with the subject and key of the presented one. Not by its bytes: one root can have several
    /// certificates.
    private func trustedRoot(presented text: String, among roots: [Certificate]) throws(Refusal) -> Certificate {
        if let same = roots.first(where: { $0.base64.utf8.elementsEqual(text.utf8) }) { return same }
        let presented = try certificate(text, .root)
        if let root = roots.first(where: { presented.hasSubjectAndKey(of: $0) }) { return root }
        guard checks.areOn(.trustedRoot) else { return presented }
        throw Refusal(.invalidChain, "it has not the subject and key of a trusted root", certificate: .root)
    }

    private func requireLength(_ length: Int, of texts: [String]) throws(Refusal) {
        let isLongEnough = checks.areOn(.noSurplusCertificates) ? texts.count == length : texts.count >= length
        guard isLongEnough else {
            throw Refusal(
                .invalidChainLength, "it presents \(texts.count) certificates, and \(length) are needed",
                field: "header.x5c")
        }
    }

    private func certificate(_ text: String, _ role: CertificateRole) throws(Refusal) -> Certificate {
        guard let bytes = Base64.standard.decode(text) else {
            throw Refusal(.invalidCertificate, "it is not base64 with padding", certificate: role)
        }
        let certificate: Certificate
        do throws(OpenSSLError) {
            certificate = try Certificate(prefixOf: bytes)
        } catch {
            throw Refusal(.invalidCertificate, "it cannot be read: \(error.reason)", certificate: role)
        }
        guard certificate.isExactly(bytes) || !checks.areOn(.exactEncoding) else {
            throw Refusal(.invalidCertificate, "it is not exactly one certificate in DER", certificate: role)
        }
        return certificate
    }
}
