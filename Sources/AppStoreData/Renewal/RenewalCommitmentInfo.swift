/// What follows when a commitment of several bills ends.
public struct RenewalCommitmentInfo: Hashable, Sendable, Codable {
    public var commitmentAutoRenewProductID: String?
    public var commitmentAutoRenewStatus: AutoRenewStatus?
    public var commitmentRenewalBillingPlanType: BillingPlanType?
    public var commitmentRenewalDate: Timestamp?
    /// In thousandths of the currency's unit.
    public var commitmentRenewalPrice: Int64?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case commitmentAutoRenewProductID = "commitmentAutoRenewProductId"
        case commitmentAutoRenewStatus
        case commitmentRenewalBillingPlanType
        case commitmentRenewalDate
        case commitmentRenewalPrice
    }
}
