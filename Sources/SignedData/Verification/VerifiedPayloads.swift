public import AppStoreData

/// A renewal info that the App Store signed, and what is known of whose it is.
public struct VerifiedRenewalInfo: Hashable, Sendable {
    public var payload: RenewalInfoPayload
    /// True when it came with a verified transaction of the same subscription. A renewal info names no app: unbound, it
    /// may be of any subscription of any app.
    public var isBound: Bool
}

/// A notification that the App Store signed, with what was signed inside it, each verified.
public struct VerifiedNotification: Hashable, Sendable {
    public var payload: NotificationPayload
    /// Of `data.signedTransactionInfo`.
    public var transaction: TransactionPayload?
    /// Of `data.signedRenewalInfo`; bound if there is a transaction.
    public var renewalInfo: VerifiedRenewalInfo?
    /// Of `appData.signedAppTransactionInfo`.
    public var appTransaction: AppTransactionPayload?
}

/// Verified data of any kind.
public enum VerifiedData: Hashable, Sendable {
    case transaction(TransactionPayload)
    case renewalInfo(VerifiedRenewalInfo)
    case appTransaction(AppTransactionPayload)
    case notification(VerifiedNotification)
}
