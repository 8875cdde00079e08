/// How far a customer has come in a plan of monthly bills with a longer commitment.
public struct TransactionCommitmentInfo: Hashable, Sendable, Codable {
    /// Counted from 1.
    public var billingPeriodNumber: Int?
    public var totalBillingPeriods: Int?
    public var commitmentExpiresDate: Timestamp?
    /// For the whole commitment, in thousandths of the currency's unit.
    public var commitmentPrice: Int64?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case billingPeriodNumber
        case totalBillingPeriods
        case commitmentExpiresDate
        case commitmentPrice
    }
}
