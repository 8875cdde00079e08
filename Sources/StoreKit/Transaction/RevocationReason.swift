extension Transaction {
    /// Why the store took a purchase back.
    public struct RevocationReason: RawRepresentable, Equatable, Hashable {
        /// The number in a signed transaction.
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let developerIssue = RevocationReason(rawValue: 1)
        public static let other = RevocationReason(rawValue: 0)
    }
}

extension Transaction.RevocationReason: Sendable {}

extension Transaction.RevocationReason {
    public var localizedDescription: String {
        switch self {
        case .developerIssue: "An issue with the app"
        case .other: "Another reason"
        default: "Reason \(rawValue)"
        }
    }
}
