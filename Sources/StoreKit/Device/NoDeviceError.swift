/// Why a StoreKit call found no simulated App Store to speak to.
package enum NoDeviceError: Error, Equatable, Sendable {
    case noneInstalled
    /// Several sessions are live, and the call comes from a task that belongs to none of their tests.
    case ambiguous(count: Int)
    /// There is a configuration file, but nothing says which app this process is.
    case missingBundleID
    /// The file that `STOREKIT_CONFIGURATION` names could not be used.
    case unusableConfiguration(path: String, reason: String)
    /// `STOREKIT_BEHAVIOUR` asks for something that is not known.
    case unknownBehaviour(UnknownBehaviour)
}

extension NoDeviceError: LocalizedError {
    package var errorDescription: String? {
        switch self {
        case .noneInstalled:
            "There is no simulated App Store in this process."
        case .ambiguous(let count):
            "\(count) StoreKit test sessions are live, and this task belongs to none of their tests."
        case .missingBundleID:
            "Nothing says which app this process is."
        case .unusableConfiguration(let path, let reason):
            "STOREKIT_CONFIGURATION names \(path), which cannot be used: \(reason)"
        case .unknownBehaviour(let error):
            "STOREKIT_BEHAVIOUR names \(error.name), which is no behaviour."
        }
    }

    package var failureReason: String? {
        errorDescription
    }

    package var recoverySuggestion: String? {
        switch self {
        case .noneInstalled:
            "Create an SKTestSession first, or name a .storekit file in the environment variable STOREKIT_CONFIGURATION."
        case .ambiguous:
            "Call StoreKit from a task that inherits the test's context: Task {} does, Task.detached does not."
        case .missingBundleID:
            """
            Give the bundle identifier in the environment variable STOREKIT_BUNDLE_ID, or as "bundleID" in \
            StoreKitConfiguration.json beside the executable.
            """
        case .unusableConfiguration:
            "Correct the file or the variable."
        case .unknownBehaviour(let error):
            error.recoverySuggestion
        }
    }
}
