/// The platform on which the customer first got the app.
public struct AppPlatform: RawRepresentable, Hashable, Sendable, Codable {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let iOS = AppPlatform(rawValue: "iOS")
    public static let macOS = AppPlatform(rawValue: "macOS")
    public static let tvOS = AppPlatform(rawValue: "tvOS")
    public static let visionOS = AppPlatform(rawValue: "visionOS")
}
