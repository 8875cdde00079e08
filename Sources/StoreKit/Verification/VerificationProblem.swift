internal import SignedData

/// Why a signed value cannot be trusted, without the type that ``VerificationResult/VerificationError`` is nested in.
package enum VerificationProblem: Hashable, Sendable {
    case revokedCertificate
    case invalidCertificateChain
    case invalidDeviceVerification
    case invalidEncoding
    case invalidSignature
    case missingRequiredProperties

    init(_ code: VerdictCode) {
        self =
            switch code {
            case .revoked: .revokedCertificate
            case .invalidCertificate, .invalidChainLength, .invalidChain, .retryable: .invalidCertificateChain
            case .invalidFormat, .tooLarge, .wrongKind, .valid: .invalidEncoding
            case .invalidSignature: .invalidSignature
            case .invalidAppIdentifier, .invalidEnvironment, .mismatch: .missingRequiredProperties
            }
    }

    func error<SignedType>() -> VerificationResult<SignedType>.VerificationError {
        switch self {
        case .revokedCertificate: .revokedCertificate
        case .invalidCertificateChain: .invalidCertificateChain
        case .invalidDeviceVerification: .invalidDeviceVerification
        case .invalidEncoding: .invalidEncoding
        case .invalidSignature: .invalidSignature
        case .missingRequiredProperties: .missingRequiredProperties
        }
    }

    package init<SignedType>(_ error: VerificationResult<SignedType>.VerificationError) {
        self =
            switch error {
            case .revokedCertificate: .revokedCertificate
            case .invalidCertificateChain: .invalidCertificateChain
            case .invalidDeviceVerification: .invalidDeviceVerification
            case .invalidEncoding: .invalidEncoding
            case .invalidSignature: .invalidSignature
            case .missingRequiredProperties: .missingRequiredProperties
            }
    }
}
