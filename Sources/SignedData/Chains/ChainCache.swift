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
    private var intermediates: RecentlyUsed<VerifiedIntermediate>
    private var failures: RecentlyUsed<Failure>

    /// - Parameter limit: how many of each.
    init(limit: Int) {
        headers = RecentlyUsed(limit: limit)
        chains = RecentlyUsed(limit: limit)
        intermediates = RecentlyUsed(limit: limit)
        failures = RecentlyUsed(limit: limit)
    }

    /// The header of data that was verified before, if this one is the same to the byte.
    mutating func header(_ bytes: UnsafeBufferPointer<UInt8>) -> VerifiedHeader? {
        headers.first { $0.isSame(as: bytes) }
    }

    mutating func chain(_ digest: [UInt8]) -> VerifiedChain? {
        chains.first { $0.digest == digest }
    }

    mutating func intermediate(_ digest: [UInt8]) -> VerifiedIntermediate? {
        intermediates.first { $0.digest == digest }
    }

    mutating func failure(_ digest: [UInt8], at now: Timestamp) -> Refusal? {
        failures.first { $0.digest == digest && now < $0.until }?.refusal
    }

    mutating func remember(_ header: VerifiedHeader) {
        guard headers.first(where: { $0.bytes == header.bytes }) == nil else { return }
        headers.insert(header)
    }

    /// The one to be used: another thread may have been the first to remember it, and what is found out about it later has
    /// to be known to all.
    mutating func remember(_ chain: VerifiedChain) -> VerifiedChain {
        if let known = self.chain(chain.digest) { return known }
        chains.insert(chain)
        return chain
    }

    /// The one to be used, as for a chain.
    mutating func remember(_ intermediate: VerifiedIntermediate) -> VerifiedIntermediate {
        if let known = self.intermediate(intermediate.digest) { return known }
        intermediates.insert(intermediate)
        return intermediate
    }

    mutating func remember(_ refusal: Refusal, of digest: [UInt8], at now: Timestamp) {
        let until = Timestamp(rawValue: now.rawValue + Self.failureLifetime)
        failures.insert(Failure(digest: digest, refusal: refusal, until: until))
    }
}
