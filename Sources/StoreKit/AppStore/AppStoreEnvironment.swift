extension AppStore {
    /// The App Store environment that signed a value.
    public struct Environment: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name as a signed payload spells it.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let production = Environment(rawValue: "Production")
        public static let sandbox = Environment(rawValue: "Sandbox")
        /// A local test session; what a simulated store uses unless it was told otherwise.
        public static let xcode = Environment(rawValue: "Xcode")
    }
}
