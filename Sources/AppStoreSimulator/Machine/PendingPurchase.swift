public import AppStoreData

/// A purchase that waits for someone. It is in no list of transactions, and becomes one under the same identifier.
public struct PendingPurchase: Hashable, Sendable, Codable {
    public let id: UInt64
    public let request: PurchaseRequest
    public let device: DeviceID
    /// When the customer asked.
    public let date: Timestamp
    public let reason: Reason

    public enum Reason: String, Hashable, Sendable, Codable {
        /// A family organizer has to approve or decline.
        case askToBuy
        /// The customer has to resolve an issue, such as with the payment.
        case interrupted
    }
}
