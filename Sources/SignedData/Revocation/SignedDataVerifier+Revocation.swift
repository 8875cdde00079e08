internal import AppStoreData
internal import Foundation

extension SignedDataVerifier {
    /// Verifies, and asks the responders first where it is not known whether a certificate is revoked.
    ///
    ///     let verdict = await verifier.online { $0.verifyTransaction(jws.utf8, age: .fresh) }
    ///
    /// A verifier that was made with a ``RevocationCheck`` says ``VerdictCode/retryable`` of certificates that nobody has
    /// asked about, and by itself never waits. This asks, at most once at a time about one certificate, and then verifies
    /// again. While the answers hold, it costs no more than the verification.
    ///
    /// - Parameter verify: has to verify with the verifier that it is handed, which notes what has to be asked.
    public nonisolated(nonsending) func online<Value>(
        _ verify: (SignedDataVerifier) -> Verdict<Value>
    ) async -> Verdict<Value> {
        let verdict = verify(self)
        guard let revocation, verdict.code == .retryable else { return verdict }
        let unknown = Lock<[IssuedCertificate]>([])
        let noting = SignedDataVerifier(self, noting: unknown)
        // A notification and the three that can be inside it may be of four chains.
        for _ in 0..<4 {
            let verdict = verify(noting)
            let certificates = unknown.withLock { certificates in
                defer { certificates = [] }
                return certificates
            }
            guard verdict.code == .retryable, !certificates.isEmpty else { return verdict }
            let questions = certificates.compactMap { question(about: $0, revocation) }
            for question in questions { await question.value }
        }
        return verify(self)
    }

    /// Refuses what a revoked certificate signed, and what one signed of which it is not known.
    ///
    /// A certificate that is known to be revoked counts, whatever is not known of the other.
    func judgeRevocation(of chain: VerifiedChain, at now: Timestamp) throws(Refusal) {
        guard let revocation, checks.areOn(.revocation) else { return }
        var refusal: Refusal?
        for certificate in chain.issued {
            let status = certificate.revocation.withLock { $0.status }
            switch status {
            case .revoked:
                throw Refusal(.revoked, "its issuer has revoked it", certificate: certificate.role)
            case .good where status.holds(at: now):
                continue
            case .unavailable(let reason, _) where status.holds(at: now):
                if revocation.unavailability == .accepts { continue }
                refusal = Refusal(
                    .retryable, "whether it is revoked is not known: \(reason)", field: "header.x5c",
                    certificate: certificate.role)
            case .notAsked, .good, .unavailable:
                unknownRevocations?.withLock { $0.append(certificate) }
                refusal = Refusal(.retryable, "nobody has asked yet whether it is revoked", field: "header.x5c")
            }
        }
        if let refusal { throw refusal }
    }

    /// What finds out about a certificate: one question at a time, and none while what is known holds.
    private func question(about certificate: IssuedCertificate, _ revocation: RevocationCheck) -> Task<Void, Never>? {
        let now = now
        return certificate.revocation.withLock { known in
            if let question = known.question { return question }
            guard !known.status.holds(at: now) else { return nil }
            let question = Task {
                let status = await self.status(of: certificate, revocation)
                certificate.revocation.withLock { $0 = IssuedCertificate.Revocation(status: status) }
            }
            known.question = question
            return question
        }
    }

    @concurrent
    private nonisolated func status(
        of certificate: IssuedCertificate, _ revocation: RevocationCheck
    ) async -> RevocationStatus {
        do {
            let exchange = try OCSPExchange(about: certificate.certificate, issuedBy: certificate.issuer)
            guard let responder = exchange.responder else { return unavailable("it names no responder") }
            let answer = try await revocation.fetch(responder, exchange.request)
            switch exchange.read(answer, at: now) {
            case .good(let until): return .good(until: until)
            case .revoked: return .revoked
            case .useless(let reason): return unavailable(reason)
            }
        } catch {
            return unavailable(String(describing: error))
        }
    }

    private nonisolated func unavailable(_ reason: String) -> RevocationStatus {
        .unavailable(reason: reason, until: Timestamp(rawValue: now.rawValue + 60_000))
    }
}
