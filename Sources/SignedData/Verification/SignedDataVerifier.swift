public import AppStoreData
public import Foundation

/// Says whether the App Store signed something for one app in one environment.
///
/// A verifier is made once and used for everything: it remembers the chains that it has verified, so that the next
/// payload of the same signing certificate costs one ES256 verification. It never waits, and any number of threads may
/// use it at once.
///
/// Text is taken as bytes; a `String` hands over its `utf8`.
///
/// What is verified, in this order: sizes, segments, base64url, header, certificates, signature, and then the payload: its
/// JSON, the app, the kind, the environment, and at last the dates of all, so that nothing else speaks against what is
/// refused for its dates.
public final class SignedDataVerifier: Sendable {
    let app: ClaimsForApp.App
    let checks: Checks
    let trust: Trust
    private let skew: Int64
    private let clock: @Sendable () -> Date
    let revocation: RevocationCheck?
    let cache: Lock<ChainCache>
    /// Of unknown intermediates.
    let validationsByRoots: Lock<TokenBucket>
    /// Where it is noted which certificates have to be asked about, for the one call that will ask.
    let unknownRevocations: Lock<[IssuedCertificate]>?

    enum Trust {
        case roots([Certificate])
        /// A certificate that signs by itself, for testing.
        case certificate(Certificate)
        /// A root for testing.
        case testingRoot(Certificate)
    }

    /// A verifier of the App Store's own data.
    ///
    /// - Parameters:
    ///   - environment: production or sandbox.
    ///   - bundleID: the app's bundle identifier.
    ///   - appAppleID: the app's number in the App Store; required in production.
    ///   - roots: trusted root certificates in DER.
    ///   - clockSkew: how far the App Store's clock may be ahead of this one; a day at most.
    ///   - revocation: how revoked certificates are found out; nil if they are not. See ``online(_:)``.
    ///   - limits: how much is remembered, and how much is done for unknown chains.
    ///   - now: the present.
    public convenience init(
        environment: AppStoreEnvironment, bundleID: String, appAppleID: Int64? = nil,
        roots: [Data] = [AppleRoot.g3], clockSkew: Duration = .seconds(60), revocation: RevocationCheck? = nil,
        limits: VerifierLimits = VerifierLimits(), now: @escaping @Sendable () -> Date = { Date() }
    ) throws(VerifierConfigurationError) {
        try self.init(
            environment: environment, bundleID: bundleID, appAppleID: appAppleID, roots: roots, clockSkew: clockSkew,
            revocation: revocation, limits: limits, now: now, switchingOff: [])
    }

    /// The same, with checks left out.
    package convenience init(
        environment: AppStoreEnvironment, bundleID: String, appAppleID: Int64? = nil, roots: [Data],
        clockSkew: Duration = .seconds(60), revocation: RevocationCheck? = nil,
        limits: VerifierLimits = VerifierLimits(), now: @escaping @Sendable () -> Date,
        switchingOff checks: Set<VerificationCheck>
    ) throws(VerifierConfigurationError) {
        guard environment == .production || environment == .sandbox else {
            throw .testingEnvironment(environment)
        }
        guard environment != .production || appAppleID != nil else { throw .missingAppAppleID }
        guard !roots.isEmpty else { throw .noRoots }
        var certificates: [Certificate] = []
        for (index, root) in roots.enumerated() {
            certificates.append(try Self.certificate(root, index: index))
        }
        self.init(
            app: ClaimsForApp.App(bundleID: bundleID, appAppleID: appAppleID, environment: environment),
            trust: .roots(certificates), skew: clockSkew, revocation: revocation, limits: limits, clock: now,
            checks: Checks(without: checks))
    }

    private init(
        app: ClaimsForApp.App, trust: Trust, skew: Duration, revocation: RevocationCheck?, limits: VerifierLimits,
        clock: @escaping @Sendable () -> Date, checks: Checks
    ) {
        self.app = app
        self.trust = trust
        let longestSkew = Duration.seconds(24 * 60 * 60)
        let bounded = min(max(skew, .zero), longestSkew).components
        self.skew = bounded.seconds * 1000 + bounded.attoseconds / 1_000_000_000_000_000
        self.clock = clock
        self.revocation = revocation
        self.checks = checks
        cache = Lock(ChainCache(limit: limits.rememberedChains))
        validationsByRoots = Lock(TokenBucket(rate: limits.validationsPerSecond))
        unknownRevocations = nil
    }

    /// The same verifier with the same memory, for one call.
    init(_ other: SignedDataVerifier, noting unknownRevocations: Lock<[IssuedCertificate]>) {
        app = other.app
        checks = other.checks
        trust = other.trust
        skew = other.skew
        clock = other.clock
        revocation = other.revocation
        cache = other.cache
        validationsByRoots = other.validationsByRoots
        self.unknownRevocations = unknownRevocations
    }

    /// A verifier of data from StoreKit testing, and of nothing else.
    ///
    /// Such data is signed by no authority, so the one certificate or root that it may come from has to be named. All dates
    /// are judged at the date that the data was signed, whatever the time is now, because the time of a test may be any.
    ///
    /// The `StoreKit` module verifies with one of these, made once for a device: the environment is Xcode, and the trust is
    /// the root of the session's ``SigningChain``.
    ///
    /// - Parameters:
    ///   - environment: Xcode or LocalTesting.
    ///   - bundleID: the app's bundle identifier.
    ///   - trust: who may have signed the data.
    public static func testing(
        environment: AppStoreEnvironment, bundleID: String, trust: TestingTrust
    ) throws(VerifierConfigurationError) -> SignedDataVerifier {
        guard environment == .xcode || environment == .localTesting else {
            throw .notATestingEnvironment(environment)
        }
        let trusted: Trust =
            switch trust {
            case .certificate(let der): .certificate(try certificate(der, index: 0))
            case .root(let der): .testingRoot(try certificate(der, index: 0))
            }
        return SignedDataVerifier(
            app: ClaimsForApp.App(bundleID: bundleID, appAppleID: nil, environment: environment),
            trust: trusted, skew: .zero, revocation: nil, limits: VerifierLimits(), clock: { Date() }, checks: Checks())
    }

    private static func certificate(_ der: Data, index: Int) throws(VerifierConfigurationError) -> Certificate {
        do throws(OpenSSLError) {
            return try Certificate(der: der)
        } catch {
            throw .unreadableRoot(index: index, reason: error.reason)
        }
    }
}

extension SignedDataVerifier {
    /// Verifies one compact JWS as a payload of one kind.
    func verify<Payload: SignedPayload>(
        _ jws: UnsafeBufferPointer<UInt8>, age: SignedDataAge
    ) throws(Refusal) -> Payload {
        let now = now
        let segments = try Segments(jws)
        try checks.ofText.apply(to: segments)
        guard let signature = Base64.url.decode(segments.signature) else {
            throw Refusal(.invalidFormat, "it is not base64url without padding", field: "signature")
        }
        return try Segments.withDecoded(segments.payload, "payload") { buffer, count throws(Refusal) in
            let known = cache.withLock { $0.header(segments.header) }
            let header =
                if let known { known } else { try newHeader(segments.header, now: now) }
            if checks.areOn(.signature) { try judge(signature, of: segments.payload, header) }
            if known == nil { cache.withLock { $0.remember(header) } }
            try judgeRevocation(of: header.chain, at: now)

            var contradiction: String?
            let payload: Payload = try read(buffer, count: count, contradiction: &contradiction)
            let claims = payload.claims
            try checks.ofClaims.apply(
                to: ClaimsForApp(claims: claims, app: app, contradiction: contradiction, kind: Payload.kind))
            let present = isTesting ? nil : DatedChain.Present(now: now, skew: skew, age: age)
            try checks.ofDates.apply(
                to: DatedChain(
                    validity: header.chain.validity, signedDate: claims.signedDate ?? now, present: present))
            return payload
        }
    }

    /// The present, within some hundred thousand years, so that a day more or less can always be reckoned.
    var now: Timestamp {
        let limit: Int64 = 1 << 53
        return Timestamp(rawValue: min(max(Timestamp(clock()).rawValue, -limit), limit))
    }

    private var isTesting: Bool {
        switch trust {
        case .roots: false
        case .certificate, .testingRoot: true
        }
    }

    private func judge(
        _ signature: [UInt8], of payload: UnsafeBufferPointer<UInt8>, _ header: VerifiedHeader
    ) throws(Refusal) {
        guard signature.count == 64 else {
            throw Refusal(
                .invalidSignature, "a signature of ES256 has 64 bytes, and this has \(signature.count)",
                field: "signature")
        }
        do throws(OpenSSLError) {
            guard try !header.isSigned(payload, with: signature) else { return }
        } catch {
            throw Refusal(.retryable, error.description)
        }
        throw Refusal(.invalidSignature, "it is not of this header and payload by the leaf's key", field: "signature")
    }

    private func read<Payload: SignedPayload>(
        _ buffer: UnsafeMutableBufferPointer<UInt8>, count: Int, contradiction: inout String?
    ) throws(Refusal) -> Payload {
        do throws(JSONFault) {
            var contradicting: String?
            let payload = try StrictJSON.read(
                buffer, count: count, readsFractionalDates: app.environment == .xcode
            ) { value throws(JSONFault) in
                let payload: Payload? = try value.object { unknown in
                    guard !unknown.isNull else { return }
                    let found = Payload.contradictions.first { $0.utf8.elementsEqual(unknown.name) }
                    contradicting = contradicting ?? found
                }
                return payload
            }
            contradiction = contradicting
            guard let payload else { throw JSONFault(reason: "it is null where an object is needed") }
            return payload
        } catch {
            throw Refusal(.invalidFormat, error.reason, field: error.path ?? "payload")
        }
    }
}
