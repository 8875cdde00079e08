public import AppStoreData

/// The app whose purchases a store keeps.
public struct AppIdentity: Hashable, Sendable, Codable {
    public var bundleID: String
    /// As in `CFBundleVersion`.
    public var version: String
    /// The version that the customer first got.
    public var originalVersion: String
    /// Apple's number of the app. Absent in Xcode.
    public var appleID: Int64?
    public var environment: AppStoreEnvironment
    public var platform: AppPlatform
    /// Whether an app's history has its finished consumables: `SKIncludeConsumableInAppPurchaseHistory` in Info.plist.
    public var keepsFinishedConsumables: Bool

    public init(
        bundleID: String, version: String = "1", originalVersion: String = "1", appleID: Int64? = nil,
        environment: AppStoreEnvironment = .xcode, platform: AppPlatform = .iOS,
        keepsFinishedConsumables: Bool = false
    ) {
        self.bundleID = bundleID
        self.version = version
        self.originalVersion = originalVersion
        self.appleID = appleID
        self.environment = environment
        self.platform = platform
        self.keepsFinishedConsumables = keepsFinishedConsumables
    }
}
