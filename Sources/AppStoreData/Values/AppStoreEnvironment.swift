/// Where a payload was signed for. The App Store signs sandbox and production with the same keys: only this value separates them.
public struct AppStoreEnvironment: RawRepresentable, Hashable, Sendable, Codable {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let production = AppStoreEnvironment(rawValue: "Production")
    public static let sandbox = AppStoreEnvironment(rawValue: "Sandbox")
    /// StoreKit testing in Xcode, and the simulated App Store.
    public static let xcode = AppStoreEnvironment(rawValue: "Xcode")
    /// StoreKit testing on a server.
    public static let localTesting = AppStoreEnvironment(rawValue: "LocalTesting")
}
