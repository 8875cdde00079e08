extension VerificationResult {
    /// Why a signed value cannot be trusted.
    @nonexhaustive
    public enum VerificationError: Error {
        /// A certificate of the chain has been revoked.
        case revokedCertificate
        /// The chain does not lead to the App Store's root.
        case invalidCertificateChain
        /// The value was signed for another device.
        case invalidDeviceVerification
        /// The text is no signed object of the expected form.
        case invalidEncoding
        /// The signature does not match what it signs.
        case invalidSignature
        /// The payload lacks something that it must have.
        case missingRequiredProperties
    }
}

extension VerificationResult.VerificationError: Equatable {}
extension VerificationResult.VerificationError: Hashable {}

extension VerificationResult.VerificationError: LocalizedError {
    public var errorDescription: String? {
        "The signed data could not be verified."
    }

    public var failureReason: String? {
        switch self {
        case .revokedCertificate: "A certificate of the chain has been revoked."
        case .invalidCertificateChain: "The certificate chain does not lead to a trusted root."
        case .invalidDeviceVerification: "The data was signed for another device."
        case .invalidEncoding: "The data is not in the expected form."
        case .invalidSignature: "The signature does not match the data."
        case .missingRequiredProperties: "The data lacks required properties."
        }
    }

    public var recoverySuggestion: String? {
        nil
    }
}
