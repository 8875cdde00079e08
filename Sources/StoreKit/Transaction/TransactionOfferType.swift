extension Transaction {
    /// The kind of offer that a transaction was made with.
    public struct OfferType: RawRepresentable, Equatable, Hashable {
        /// The number in a signed transaction.
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let introductory = OfferType(rawValue: 1)
        public static let promotional = OfferType(rawValue: 2)
        public static let code = OfferType(rawValue: 3)
        public static var winBack: OfferType { OfferType(rawValue: 4) }
    }
}

extension Transaction.OfferType: Sendable {}

extension Transaction.OfferType {
    public var localizedDescription: String {
        switch self {
        case .introductory: "Introductory offer"
        case .promotional: "Promotional offer"
        case .code: "Offer code"
        case .winBack: "Win-back offer"
        default: "Offer of type \(rawValue)"
        }
    }
}
