/// How a transaction was taken back.
public struct RevocationType: RawRepresentable, Hashable, Sendable, Codable {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")
    /// `revocationPercentage` says how much.
    public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")
    /// Family sharing ended; no money went back.
    public static let familyRevoke = RevocationType(rawValue: "FAMILY_REVOKE")
}
