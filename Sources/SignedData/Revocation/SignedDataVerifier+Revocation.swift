internal import AppStoreData
internal import Foundation

extension SignedDataVerifier {
    /// Verifies, and asks the responders first where it is not known whether a certificate is revoked.
    ///
    ///     let verdict = await verifier.online { $0.verifyTransaction(jws.utf8, age: .fresh) }
    ///
    /// A verifier that was made with a ``RevocationCheck`` says ``VerdictCode/retryable`` of a chain that nobody has asked
    /// about, and by itself never waits. This asks, at most once at a time for one chain, and then verifies again. While the
    /// answers hold, it costs no more than the verification.
    public nonisolated(nonsending) func online<Value>(
        _ verify: (SignedDataVerifier) -> Verdict<Value>
    ) async -> Verdict<Value> {
        var verdict = verify(self)
        guard let revocation else { return verdict }
        // What is inside a notification may be of other chains than its outside.
        var rounds = 4
        while verdict.code == .retryable, rounds > 0 {
            let chains = cache.withLock { $0.takeChainsToAskAbout() }
            guard !chains.isEmpty else { break }
            for chain in chains { await ask(about: chain, revocation) }
            verdict = verify(self)
            rounds -= 1
        }
        return verdict
    }

    /// What is known of a chain's revocation. If nothing is, it is noted that somebody has to ask.
    func judgeRevocation(of chain: VerifiedChain, at now: Timestamp) throws(Refusal) {
        guard let revocation, checks.areOn(.revocation) else { return }
        switch chain.revocation.withLock({ $0 }) {
        case .good(let until) where now < until:
            return
        case .revoked(let refusal):
            throw refusal
        case .unavailable(let reason, let until) where now < until:
            if revocation.unavailability == .accepts { return }
            throw Refusal(.retryable, "whether it is revoked is not known: \(reason)", field: "header.x5c")
        case .notAsked, .asking, .good, .unavailable:
            cache.withLock { $0.noteToAsk(about: chain) }
            throw Refusal(.retryable, "nobody has asked yet whether it is revoked", field: "header.x5c")
        }
    }

    private nonisolated(nonsending) func ask(about chain: VerifiedChain, _ revocation: RevocationCheck) async {
        let task = chain.revocation.withLock { status in
            if case .asking(let task) = status { return task }
            let task = Task {
                let answer = await self.status(of: chain, revocation)
                chain.revocation.withLock { $0 = answer }
            }
            status = .asking(task)
            return task
        }
        await task.value
    }

    @concurrent
    private nonisolated func status(of chain: VerifiedChain, _ revocation: RevocationCheck) async -> RevocationStatus {
        guard let certificates = chain.certificates else { return .good(until: Timestamp(rawValue: .max)) }
        var until = Timestamp(rawValue: .max)
        let questions: [(CertificateRole, Certificate, issuer: Certificate)] = [
            (.intermediate, certificates.intermediate, certificates.root),
            (.leaf, certificates.leaf, certificates.intermediate),
        ]
        for (role, certificate, issuer) in questions {
            let now = self.now
            switch await answer(about: certificate, issuedBy: issuer, revocation) {
            case .good(let next):
                until = min(until, next)
            case .revoked:
                return .revoked(Refusal(.revoked, "its issuer has revoked it", certificate: role))
            case .useless(let reason):
                return .unavailable(
                    reason: "\(role.rawValue): \(reason)", until: Timestamp(rawValue: now.rawValue + 60_000))
            }
        }
        return .good(until: until)
    }

    private nonisolated func answer(
        about certificate: Certificate, issuedBy issuer: Certificate, _ revocation: RevocationCheck
    ) async -> OCSPExchange.Answer {
        do {
            let exchange = try OCSPExchange(about: certificate, issuedBy: issuer)
            guard let responder = exchange.responder else { return .useless("it names no responder") }
            let answer = try await revocation.fetch(responder, exchange.request)
            return exchange.read(answer, at: now)
        } catch {
            return .useless(String(describing: error))
        }
    }
}
