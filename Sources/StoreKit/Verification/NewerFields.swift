internal import AppStoreData

/// Fields that Apple's newer systems read from signed data. Their names there are not published; these follow the pattern
/// of all the others.
struct NewerFields: Decodable {
    /// Of an app transaction.
    let revocationDate: Timestamp?
    /// Of a renewal info.
    let bundleProductID: String?
    let bundleSubscriptionGroupID: String?

    private enum CodingKeys: String, CodingKey {
        case revocationDate
        case bundleProductID = "bundleProductId"
        case bundleSubscriptionGroupID = "bundleSubscriptionGroupId"
    }
}

extension SignedRecord {
    /// Read at each call, because few payloads have any and few apps ask.
    var newerFields: NewerFields? {
        parts.flatMap { try? JSONDecoder().decode(NewerFields.self, from: $0.payload) }
    }
}

extension AppTransaction {
    /// When the customer lost the right to the app; nil while they have it.
    public var revocationDate: Date? {
        record.newerFields?.revocationDate?.date
    }
}

extension Product.SubscriptionInfo.RenewalInfo {
    /// The bundle through which the customer has the subscription; nil without one.
    public var bundleProductID: String? {
        record.newerFields?.bundleProductID
    }

    /// The subscription group of the bundle.
    public var bundleSubscriptionGroupID: String? {
        record.newerFields?.bundleSubscriptionGroupID
    }
}
