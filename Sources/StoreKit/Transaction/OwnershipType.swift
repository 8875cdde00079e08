extension Transaction {
    /// Whether the customer bought the product or has it through family sharing.
    public struct OwnershipType: RawRepresentable, Equatable, Hashable {
        /// The type as a signed transaction spells it.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let purchased = OwnershipType(rawValue: "PURCHASED")
        public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")
    }
}

extension Transaction.OwnershipType: Sendable {}

extension Transaction.OwnershipType {
    public var localizedDescription: String {
        switch self {
        case .purchased: "Purchased"
        case .familyShared: "Family shared"
        default: rawValue
        }
    }
}
