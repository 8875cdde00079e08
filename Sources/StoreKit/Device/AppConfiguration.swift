package import AppStoreSimulator

/// What a process on Apple's systems knows of its app from its bundle, and one on Linux has to be told.
///
/// Each value comes from an environment variable, or else from the file `StoreKitConfiguration.json` beside the
/// executable, whose keys are the names of these properties.
package struct AppConfiguration: Decodable, Equatable, Sendable {
    /// `STOREKIT_BUNDLE_ID`
    package var bundleID: String?
    /// `STOREKIT_APP_VERSION`
    package var appVersion: String?
    /// `STOREKIT_ORIGINAL_APP_VERSION`; the version when it is absent.
    package var originalAppVersion: String?
    /// `STOREKIT_APP_APPLE_ID`
    package var appAppleID: Int64?
    /// `STOREKIT_INCLUDE_CONSUMABLES`, true or false: the Info.plist flag `SKIncludeConsumableInAppPurchaseHistory`.
    package var includesConsumablesInHistory: Bool?

    package init() {}

    /// Reads what this process was told.
    package static func ofProcess() throws(AppConfigurationError) -> AppConfiguration {
        try AppConfiguration(environment: ProcessInfo.processInfo.environment, file: fileBesideExecutable)
    }

    static var fileBesideExecutable: URL? {
        Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent("StoreKitConfiguration.json")
    }

    package init(environment: [String: String], file: URL?) throws(AppConfigurationError) {
        if let file, FileManager.default.fileExists(atPath: file.path) {
            do {
                self = try JSONDecoder().decode(AppConfiguration.self, from: Data(contentsOf: file))
            } catch {
                throw AppConfigurationError(place: file.path, problem: "it cannot be read: \(error)")
            }
        }
        bundleID = environment["STOREKIT_BUNDLE_ID"] ?? bundleID
        appVersion = environment["STOREKIT_APP_VERSION"] ?? appVersion
        originalAppVersion = environment["STOREKIT_ORIGINAL_APP_VERSION"] ?? originalAppVersion
        if let text = environment["STOREKIT_APP_APPLE_ID"] {
            guard let number = Int64(text), number > 0 else {
                throw AppConfigurationError(
                    place: "STOREKIT_APP_APPLE_ID", problem: "\"\(text)\" is no positive number")
            }
            appAppleID = number
        }
        if let text = environment["STOREKIT_INCLUDE_CONSUMABLES"] {
            guard let flag = Bool(text) else {
                throw AppConfigurationError(
                    place: "STOREKIT_INCLUDE_CONSUMABLES", problem: "\"\(text)\" is neither true nor false")
            }
            includesConsumablesInHistory = flag
        }
    }

    /// The app that a store keeps purchases for.
    package func identity(bundleID: String) -> AppIdentity {
        let version = appVersion ?? "1"
        return AppIdentity(
            bundleID: bundleID, version: version, originalVersion: originalAppVersion ?? version, appleID: appAppleID,
            keepsFinishedConsumables: includesConsumablesInHistory ?? false)
    }
}

/// What a process was told of its app cannot be used.
package struct AppConfigurationError: LocalizedError, Equatable, Sendable {
    /// The variable or the file.
    package let place: String
    package let problem: String

    package var errorDescription: String? {
        "\(place): \(problem). Correct or remove it."
    }
}
