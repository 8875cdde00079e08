public import AppStoreData

/// Why a verifier cannot be made.
public enum VerifierConfigurationError: Error, Hashable, Sendable {
    /// In production, the data of every app carries its App Apple ID, and it has to be checked.
    case missingAppAppleID
    /// Without a trusted root nothing can be valid.
    case noRoots
    /// The bytes are not one certificate in DER. `index` counts from 0.
    case unreadableRoot(index: Int, reason: String)
    /// Data from StoreKit testing is only for verifiers made by ``SignedDataVerifier/testing(environment:bundleID:trust:)``.
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
