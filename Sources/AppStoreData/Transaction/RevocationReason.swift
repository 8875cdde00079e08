/// Why the App Store refunded a transaction.
public struct RevocationReason: RawRepresentable, Hashable, Sendable, Codable {
    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let other = RevocationReason(rawValue: 0)
    /// The customer had an issue with the app.
    public static let appIssue = RevocationReason(rawValue: 1)
}
