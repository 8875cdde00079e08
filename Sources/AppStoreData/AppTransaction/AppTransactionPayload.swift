/// What the App Store signs of a customer's download of the app.
public struct AppTransactionPayload: AppStorePayload {
    /// The environment: it is called the receipt's type here.
    public var receiptType: AppStoreEnvironment?
    /// Absent in Xcode.
    public var appAppleID: Int64?
    public var bundleID: String?
    public var applicationVersion: String?
    public var versionExternalIdentifier: Int64?
    /// When this payload was signed.
    public var receiptCreationDate: Timestamp?
    /// Only in Xcode.
    public var requestDate: Timestamp?
    /// When the customer first got the app.
    public var originalPurchaseDate: Timestamp?
    public var originalApplicationVersion: String?
    /// Base64 of the SHA-384 that ties the payload to one device.
    public var deviceVerification: String?
    /// The UUID that `deviceVerification` was computed with.
    public var deviceVerificationNonce: String?
    public var preorderDate: Timestamp?
    /// The same for every download of the app by one Apple account.
    public var appTransactionID: String?
    public var originalPlatform: AppPlatform?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case receiptType
        case appAppleID = "appAppleId"
        case bundleID = "bundleId"
        case applicationVersion
        case versionExternalIdentifier
        case receiptCreationDate
        case requestDate
        case originalPurchaseDate
        case originalApplicationVersion
        case deviceVerification
        case deviceVerificationNonce
        case preorderDate
        case appTransactionID = "appTransactionId"
        case originalPlatform
    }
}
