/// Why the App Store did not answer.
///
/// More cases may come: a `switch` outside this package needs `@unknown default`, as with Apple's module.
@nonexhaustive
public enum StoreKitError: Error {
    case unknown
    /// The customer dismissed a request of the system, such as the sign-in of ``AppStore/sync()``.
    case userCancelled
    /// The store could not be reached.
    case networkError(URLError)
    /// Something other than the network failed; the value says what. A process without a simulated store gets its
    /// explanation here.
    case systemError(any Error)
    case notAvailableInStorefront
    case notEntitled
    case unsupported
    case invalidPresentationContext
}

extension StoreKitError: Sendable {}

extension StoreKitError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .unknown: "The request could not be completed."
        case .userCancelled: "The request was cancelled."
        case .networkError(let error): "The App Store could not be reached: \(error.localizedDescription)"
        case .systemError(let error): "The request failed: \(error.localizedDescription)"
        case .notAvailableInStorefront: "The product is not available in this storefront."
        case .notEntitled: "The app lacks the entitlement for this request."
        case .unsupported: "The request is not supported here."
        case .invalidPresentationContext: "The request cannot be presented in the given context."
        }
    }

    public var failureReason: String? {
        switch self {
        case .networkError(let error): error.localizedDescription
        case .systemError(let error): (error as? any LocalizedError)?.failureReason ?? error.localizedDescription
        case .unknown, .userCancelled, .notAvailableInStorefront, .notEntitled, .unsupported,
            .invalidPresentationContext:
            nil
        }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .unknown, .networkError: "Try again later."
        case .systemError(let error): (error as? any LocalizedError)?.recoverySuggestion
        case .userCancelled, .notAvailableInStorefront, .notEntitled, .unsupported, .invalidPresentationContext: nil
        }
    }
}
