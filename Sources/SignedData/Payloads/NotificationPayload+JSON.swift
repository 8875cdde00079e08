internal import AppStoreData

extension NotificationPayload: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .notificationType: notificationType = try value.open()
        case .subtype: subtype = try value.open()
        case .notificationUUID: notificationUUID = try value.string()
        case .version: version = try value.string()
        case .signedDate: signedDate = try value.timestamp()
        case .data: data = try value.object()
        case .summary: summary = try value.object()
        case .externalPurchaseToken: externalPurchaseToken = try value.object()
        case .appData: appData = try value.object()
        }
    }
}

extension ExternalPurchaseToken: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .externalPurchaseID: externalPurchaseID = try value.string()
        case .tokenCreationDate: tokenCreationDate = try value.timestamp()
        case .appAppleID: appAppleID = try value.integer()
        case .bundleID: bundleID = try value.string()
        case .tokenType: tokenType = try value.open()
        case .tokenExpirationDate: tokenExpirationDate = try value.timestamp()
        }
    }
}

extension NotificationAppData: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .appAppleID: appAppleID = try value.integer()
        case .bundleID: bundleID = try value.string()
        case .environment: environment = try value.open()
        case .signedAppTransactionInfo: signedAppTransactionInfo = try value.string()
        }
    }
}

extension NotificationData: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .appAppleID: appAppleID = try value.integer()
        case .bundleID: bundleID = try value.string()
        case .bundleVersion: bundleVersion = try value.string()
        case .environment: environment = try value.open()
        case .signedTransactionInfo: signedTransactionInfo = try value.string()
        case .signedRenewalInfo: signedRenewalInfo = try value.string()
        case .status: status = try value.open()
        case .consumptionRequestReason: consumptionRequestReason = try value.open()
        }
    }
}

extension NotificationSummary: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .requestIdentifier: requestIdentifier = try value.string()
        case .environment: environment = try value.open()
        case .appAppleID: appAppleID = try value.integer()
        case .bundleID: bundleID = try value.string()
        case .productID: productID = try value.string()
        case .storefrontCountryCodes: storefrontCountryCodes = try value.strings()
        case .succeededCount: succeededCount = try value.integer()
        case .failedCount: failedCount = try value.integer()
        }
    }
}
