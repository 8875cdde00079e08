/// What a verifier says of signed data.
public enum Verdict<Value> {
    /// The App Store signed it, for this app and environment.
    case valid(Value)
    case refused(Refusal)

    public var code: VerdictCode {
        switch self {
        case .valid: .valid
        case .refused(let refusal): refusal.code
        }
    }

    /// The value, or the refusal thrown.
    public func get() throws(Refusal) -> Value {
        switch self {
        case .valid(let value): return value
        case .refused(let refusal): throw refusal
        }
    }

    public func map<Other>(_ transform: (Value) -> Other) -> Verdict<Other> {
        switch self {
        case .valid(let value): .valid(transform(value))
        case .refused(let refusal): .refused(refusal)
        }
    }

    /// Valid with what `body` returns, or refused with what it throws.
    init(catching body: () throws(Refusal) -> Value) {
        do throws(Refusal) {
            self = .valid(try body())
        } catch {
            self = .refused(error)
        }
    }
}

extension Verdict: Sendable where Value: Sendable {}
extension Verdict: Equatable where Value: Equatable {}

/// The verdict in one word, spelled as in logs and in the output of the command line.
public enum VerdictCode: String, Hashable, Sendable, CaseIterable {
    case valid = "VALID"
    /// Not a compact JWS signed with ES256 over strict JSON of the expected types.
    case invalidFormat = "INVALID_FORMAT"
    /// Larger than anything the App Store signs.
    case tooLarge = "TOO_LARGE"
    /// A certificate cannot be read.
    case invalidCertificate = "INVALID_CERTIFICATE"
    case invalidChainLength = "INVALID_CHAIN_LENGTH"
    /// The certificates do not lead from a signing certificate of the App Store to a trusted root, or not at that time.
    case invalidChain = "INVALID_CHAIN"
    case invalidSignature = "INVALID_SIGNATURE"
    /// Signed for another app.
    case invalidAppIdentifier = "INVALID_APP_IDENTIFIER"
    /// Signed for another environment.
    case invalidEnvironment = "INVALID_ENVIRONMENT"
    /// Signed, but as something else: a renewal info in the place of a transaction.
    case wrongKind = "WRONG_KIND"
    /// Signed each by itself, but the parts do not belong together.
    case mismatch = "MISMATCH"
    /// A certificate has been revoked.
    case revoked = "REVOKED"
    /// Not known now. The same data may be valid later: never take it for a forgery.
    case retryable = "RETRYABLE"
}

/// Which certificate of a chain a refusal is about.
public enum CertificateRole: String, Hashable, Sendable {
    /// It signs the data.
    case leaf
    /// It signs the leaf.
    case intermediate
    /// It is trusted.
    case root
}

/// Why signed data was refused.
public struct Refusal: Error, Hashable, Sendable {
    public var code: VerdictCode
    /// In words, for whoever reads the log: what was found and what was expected.
    public var reason: String
    /// The part of the data: `header.alg`, `signedDate`, `data.signedTransactionInfo.bundleId`.
    public var field: String?
    public var certificate: CertificateRole?
    /// True when nothing but dates speaks against the data: it was signed by the App Store for this app and environment, too
    /// long ago or by a clock ahead of this one. A server must not answer it as a forgery. False for whatever the App Store
    /// did not sign, however its dates are.
    public var isForDatesAlone: Bool

    public init(
        _ code: VerdictCode, _ reason: String, field: String? = nil, certificate: CertificateRole? = nil,
        isForDatesAlone: Bool = false
    ) {
        self.code = code
        self.reason = reason
        self.field = field
        self.certificate = certificate
        self.isForDatesAlone = isForDatesAlone
    }

    /// The same refusal of data that is inside other data.
    func inside(_ outer: String) -> Refusal {
        var refusal = self
        refusal.field = field.map { "\(outer).\($0)" } ?? outer
        return refusal
    }
}

extension Refusal: CustomStringConvertible {
    public var description: String {
        var description = "\(code.rawValue): \(reason)"
        if let certificate { description += " [\(certificate.rawValue) certificate]" }
        if let field { description += " [\(field)]" }
        return description
    }
}
