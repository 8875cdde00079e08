public import AppStoreData
public import Foundation

/// How much a verifier remembers and does for data that it has not seen the like of.
public struct VerifierLimits: Hashable, Sendable {
    /// Chains that are kept after they were verified, those used last. The App Store has one or two in use at a time.
    public var rememberedChains: Int
    /// Chains that are validated in a second, at about a millisecond each. Over it the verdict is
    /// ``VerdictCode/retryable``, so that a flood of made-up chains cannot take the processor from honest data.
    public var validationsPerSecond: Int

    public init(rememberedChains: Int = 32, validationsPerSecond: Int = 100) {
        self.rememberedChains = rememberedChains
        self.validationsPerSecond = validationsPerSecond
    }
}

/// Whom a verifier of data from StoreKit testing trusts.
public enum TestingTrust: Sendable {
    /// One self-signed certificate (DER), which by itself signs the data: Xcode's.
    case certificate(Data)
    /// A root (DER) at the end of a chain of three, as the App Store's: the simulated App Store's.
    case root(Data)
}

/// Why a verifier cannot be made.
public enum VerifierConfigurationError: Error, Hashable, Sendable {
    /// In production, the data of every app carries its App Apple ID, and it has to be checked.
    case missingAppAppleID
    /// Without a trusted root nothing can be valid.
    case noRoots
    /// The bytes are not one certificate in DER. `index` counts from 0.
    case unreadableRoot(index: Int, reason: String)
    /// Data from StoreKit testing is only for verifiers made by ``SignedDataVerifier/testing(environment:bundleID:trust:now:)``.
    case testingEnvironment(AppStoreEnvironment)
    /// A verifier for StoreKit testing cannot be made for this environment.
    case notATestingEnvironment(AppStoreEnvironment)
}

extension VerifierConfigurationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missingAppAppleID:
            "a verifier for Production needs the App Apple ID, the number in the app's App Store link"
        case .noRoots:
            "a verifier needs at least one trusted root certificate"
        case .unreadableRoot(let index, let reason):
            "trusted certificate \(index + 1) is not one certificate in DER: \(reason)"
        case .testingEnvironment(let environment):
            "a verifier for the App Store's own data cannot be made for \(environment.rawValue); only one for testing can"
        case .notATestingEnvironment(let environment):
            "a verifier for testing cannot be made for \(environment.rawValue), only for Xcode and LocalTesting"
        }
    }
}
