extension AppStore {
    /// The platform on which the customer first got the app.
    public struct Platform: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name as a signed app transaction spells it.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let iOS = Platform(rawValue: "iOS")
        public static let macOS = Platform(rawValue: "macOS")
        public static let tvOS = Platform(rawValue: "tvOS")
        public static let visionOS = Platform(rawValue: "visionOS")
    }
}
