internal import AppStoreData

extension AppTransactionPayload: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .receiptType: receiptType = try value.open()
        case .appAppleID: appAppleID = try value.integer()
        case .bundleID: bundleID = try value.string()
        case .applicationVersion: applicationVersion = try value.string()
        case .versionExternalIdentifier: versionExternalIdentifier = try value.integer()
        case .receiptCreationDate: receiptCreationDate = try value.timestamp()
        case .requestDate: requestDate = try value.timestamp()
        case .originalPurchaseDate: originalPurchaseDate = try value.timestamp()
        case .originalApplicationVersion: originalApplicationVersion = try value.string()
        case .deviceVerification: deviceVerification = try value.string()
        case .deviceVerificationNonce: deviceVerificationNonce = try value.string()
        case .preorderDate: preorderDate = try value.timestamp()
        case .appTransactionID: appTransactionID = try value.string()
        case .originalPlatform: originalPlatform = try value.open()
        }
    }
}
