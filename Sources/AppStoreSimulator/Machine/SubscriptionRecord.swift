public import AppStoreData

/// What the store says of a subscription at one moment: its state, its latest transaction and what comes next.
public struct SubscriptionRecord: Hashable, Sendable, Codable {
    /// The account that has it.
    public let account: String
    public let groupID: String
    public let state: SubscriptionStatus
    public let transaction: TransactionRecord
    /// Without what ties it to a device.
    public let renewalInfo: RenewalInfoPayload
}
