extension Transaction {
    /// How the store took a purchase back.
    public struct RevocationType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The type as a signed transaction spells it.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")
        public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")
        /// The purchaser stopped sharing, or the customer left the family.
        public static let familyRevocation = RevocationType(rawValue: "FAMILY_REVOKE")
    }
}
