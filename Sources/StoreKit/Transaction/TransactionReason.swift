extension Transaction {
    /// Whether the customer bought or the subscription renewed itself.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The reason as a signed transaction spells it.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let purchase = Reason(rawValue: "PURCHASE")
        public static let renewal = Reason(rawValue: "RENEWAL")
    }
}
