internal import AppStoreData

/// A payload as the verifier sees it: what it claims, and what it cannot have if it is what it is taken for.
protocol SignedPayload: JSONObject, AppStorePayload {
    static var kind: SignedDataKind { get }
    /// Members of the other kinds, which this one never has.
    static var contradictions: [String] { get }
    var claims: Claims { get }
}

/// For which app and environment a payload was signed, and when. Nil is what the payload does not say.
struct Claims {
    var bundleID: String?
    var appAppleID: Int64?
    var environment: AppStoreEnvironment?
    var signedDate: Timestamp?
    /// Where in the payload the app and the environment are: `data`, or empty for the payload itself.
    var place = ""
    var environmentMember = "environment"
    /// Whether the kind of payload names its app at all.
    var namesApp = true
    /// Whether the kind of payload has Apple's number of the app.
    var namesAppAppleID = false
    /// Which of the bodies of a notification are there.
    var bodies: [String] = []

    func field(_ member: String) -> String {
        place.isEmpty ? member : "\(place).\(member)"
    }
}

extension TransactionPayload: SignedPayload {
    static let kind = SignedDataKind.transaction
    static let contradictions = [
        "autoRenewStatus", "autoRenewProductId", "receiptType", "receiptCreationDate", "notificationType",
        "notificationUUID",
    ]

    var claims: Claims {
        Claims(bundleID: bundleID, environment: environment, signedDate: signedDate)
    }
}

extension RenewalInfoPayload: SignedPayload {
    static let kind = SignedDataKind.renewalInfo
    static let contradictions = [
        "transactionId", "bundleId", "receiptType", "receiptCreationDate", "notificationType", "notificationUUID",
        // Of a request for a retention message, which is signed too and has nothing else that a renewal info has not.
        "requestIdentifier", "userLocale", "appAppleId",
    ]

    var claims: Claims {
        Claims(environment: environment, signedDate: signedDate, namesApp: false)
    }
}

extension AppTransactionPayload: SignedPayload {
    static let kind = SignedDataKind.appTransaction
    static let contradictions = [
        "transactionId", "autoRenewStatus", "autoRenewProductId", "notificationType", "notificationUUID",
    ]

    var claims: Claims {
        Claims(
            bundleID: bundleID, appAppleID: appAppleID, environment: receiptType, signedDate: receiptCreationDate,
            environmentMember: "receiptType", namesAppAppleID: true)
    }
}

extension NotificationPayload: SignedPayload {
    static let kind = SignedDataKind.notification
    static let contradictions = [
        "transactionId", "autoRenewStatus", "autoRenewProductId", "receiptType", "receiptCreationDate",
    ]

    var claims: Claims {
        var claims = Claims(signedDate: signedDate, place: "data", namesAppAppleID: true)
        if let appData {
            claims.set("appData", appData.bundleID, appData.appAppleID, appData.environment)
        }
        if let token = externalPurchaseToken {
            // The identifier's prefix is the only place where a token says its environment.
            let environment: AppStoreEnvironment? = token.externalPurchaseID.map {
                $0.hasPrefix("SANDBOX") ? .sandbox : .production
            }
            claims.set("externalPurchaseToken", token.bundleID, token.appAppleID, environment)
            claims.environmentMember = "externalPurchaseId"
        }
        if let summary {
            claims.set("summary", summary.bundleID, summary.appAppleID, summary.environment)
        }
        if let data {
            claims.set("data", data.bundleID, data.appAppleID, data.environment)
        }
        return claims
    }
}

extension Claims {
    fileprivate mutating func set(
        _ body: String, _ bundleID: String?, _ appAppleID: Int64?, _ environment: AppStoreEnvironment?
    ) {
        bodies.append(body)
        place = body
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.environment = environment
    }
}
