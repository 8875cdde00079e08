/// What the App Store posts to a server, as `responseBodyV2DecodedPayload`.
public struct NotificationPayload: AppStorePayload {
    public var notificationType: NotificationType?
    public var subtype: NotificationSubtype?
    /// The same in every retry of one notification. Compare without regard to case.
    public var notificationUUID: String?
    /// Such as `2.0`.
    public var version: String?
    /// When the notification was signed.
    public var signedDate: Timestamp?
    /// Exactly one of `data`, `summary`, `externalPurchaseToken` and `appData` is there.
    public var data: NotificationData?
    public var summary: NotificationSummary?
    public var externalPurchaseToken: ExternalPurchaseToken?
    public var appData: NotificationAppData?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case notificationType
        case subtype
        case notificationUUID
        case version
        case signedDate
        case data
        case summary
        case externalPurchaseToken
        case appData
    }
}
