internal import AppStoreData

extension Check<VerifiedNotification> {
    static let ofNotification: [Check] = [
        Check(.renewalOfTransaction) { parts in
            guard let transaction = parts.transaction, let renewalInfo = parts.renewalInfo else { return nil }
            return mismatch(renewalInfo.payload, transaction)?.inside("data.signedRenewalInfo")
        },
        // Both have it in production only.
        Check(.sameApp) { parts in
            guard let outer = parts.payload.appData?.appAppleID, let inner = parts.appTransaction?.appAppleID,
                outer != inner
            else { return nil }
            return Refusal(
                .mismatch, "it is for the App Apple ID of \(inner), and the notification for \(outer)",
                field: "appData.signedAppTransactionInfo.appAppleId")
        },
    ]

    /// Why a renewal info does not belong to a transaction.
    static func mismatch(_ renewalInfo: RenewalInfoPayload, _ transaction: TransactionPayload) -> Refusal? {
        guard let subscription = transaction.originalTransactionID,
            renewalInfo.originalTransactionID == subscription
        else {
            let found = renewalInfo.originalTransactionID ?? "nothing"
            return Refusal(
                .mismatch,
                "it is of the subscription \(found), and the transaction of \(transaction.originalTransactionID ?? "none")",
                field: "originalTransactionId")
        }
        guard let environment = transaction.environment, renewalInfo.environment == environment else {
            let found = renewalInfo.environment?.rawValue ?? "none"
            return Refusal(
                .mismatch,
                "it is of the environment \(found), and the transaction of \(transaction.environment?.rawValue ?? "none")",
                field: "environment")
        }
        return nil
    }
}
