internal import AppStoreData

/// What a verifier remembers of the chains it has seen. Only what was verified is kept as verified, so nobody without
/// Apple's keys can push anything out.
struct ChainCache {
    struct Failure {
        var digest: [UInt8]
        var refusal: Refusal
        var until: Timestamp
    }

    /// Milliseconds.
    private static let failureLifetime: Int64 = 60_000

    private var headers: RecentlyUsed<VerifiedHeader>
    private var chains: RecentlyUsed<VerifiedChain>
    private var failures: RecentlyUsed<Failure>
    private var validations: TokenBucket
    /// Those that it has to be found out about whether they are revoked.
    private var toAskAbout: [VerifiedChain] = []

    init(limits: VerifierLimits) {
        headers = RecentlyUsed(limit: limits.rememberedChains)
        chains = RecentlyUsed(limit: limits.rememberedChains)
        failures = RecentlyUsed(limit: limits.rememberedChains)
        validations = TokenBucket(rate: limits.validationsPerSecond)
    }

    /// The header of data that was verified before, if this one is the same to the byte.
    mutating func header(_ bytes: UnsafeBufferPointer<UInt8>) -> VerifiedHeader? {
        headers.first { $0.isSame(as: bytes) }
    }

    mutating func chain(_ digest: [UInt8]) -> VerifiedChain? {
        chains.first { $0.digest == digest }
    }

    mutating func failure(_ digest: [UInt8], at now: Timestamp) -> Refusal? {
        failures.first { $0.digest == digest && now < $0.until }?.refusal
    }

    /// Whether one more chain may be validated now.
    mutating func takeValidation(at now: Timestamp) -> Bool {
        validations.take(at: now)
    }

    mutating func remember(_ header: VerifiedHeader) {
        guard headers.first(where: { $0.bytes == header.bytes }) == nil else { return }
        headers.insert(header)
    }

    mutating func remember(_ chain: VerifiedChain) {
        guard self.chain(chain.digest) == nil else { return }
        chains.insert(chain)
    }

    mutating func remember(_ refusal: Refusal, of digest: [UInt8], at now: Timestamp) {
        let until = Timestamp(rawValue: now.rawValue + Self.failureLifetime)
        failures.insert(Failure(digest: digest, refusal: refusal, until: until))
    }

    mutating func noteToAsk(about chain: VerifiedChain) {
        guard !toAskAbout.contains(where: { $0 === chain }), toAskAbout.count < max(1, chains.limit) else { return }
        toAskAbout.append(chain)
    }

    mutating func takeChainsToAskAbout() -> [VerifiedChain] {
        defer { toAskAbout = [] }
        return toAskAbout
    }
}
