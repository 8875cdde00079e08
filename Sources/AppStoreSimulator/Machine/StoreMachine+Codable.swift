import AppStoreData
import Foundation

extension StoreMachine: Codable {
    private enum CodingKeys: String, CodingKey {
        case app, settings, now, pendingPurchases, seed, configuration, transactions, subscriptions, accounts
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        app = try container.decode(AppIdentity.self, forKey: .app)
        settings = try container.decode(StoreSettings.self, forKey: .settings)
        now = try container.decode(Timestamp.self, forKey: .now)
        pendingPurchases = try container.decode([PendingPurchase].self, forKey: .pendingPurchases)
        seed = try container.decode(Seed.self, forKey: .seed)
        catalogue = Catalogue(try container.decode(StoreConfiguration.self, forKey: .configuration))
        transactions = try container.decode(TransactionTable.self, forKey: .transactions)
        subscriptions = try container.decode([Subscription].self, forKey: .subscriptions)
        accounts = try container.decode([Account].self, forKey: .accounts)
        guard areReferencesValid, areTimesValid else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription:
                        "the saved store refers to what it does not have, or to times that no store can have"))
        }
        rebuildIndices()
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(app, forKey: .app)
        try container.encode(settings, forKey: .settings)
        try container.encode(now, forKey: .now)
        try container.encode(pendingPurchases, forKey: .pendingPurchases)
        try container.encode(seed, forKey: .seed)
        try container.encode(configuration, forKey: .configuration)
        try container.encode(transactions, forKey: .transactions)
        try container.encode(subscriptions, forKey: .subscriptions)
        try container.encode(accounts, forKey: .accounts)
    }

    /// Times are computed with, so those of a file from elsewhere must not be too far away for that.
    private var areTimesValid: Bool {
        func isValid(_ time: Timestamp?) -> Bool {
            time.map { $0.rawValue.magnitude < 1 << 60 } ?? true
        }
        return Timestamp.supported.contains(now)
            && subscriptions.allSatisfy {
                isValid($0.recentStart) && isValid($0.signedDate) && isValid($0.due) && isValid($0.lapsed)
            }
            && transactions.all.allSatisfy {
                isValid($0.purchaseDate) && isValid($0.signedDate) && isValid($0.expirationDate)
            }
    }

    /// Places are used to index lists, so those of a file from elsewhere have to be checked once.
    private var areReferencesValid: Bool {
        let places = subscriptions.indices
        return transactions.isConsistent
            && subscriptions.allSatisfy { subscription in
                accounts.indices.contains(subscription.account)
                    && subscription.sharedFrom.map(places.contains) ?? true
                    && subscription.sharedTo.allSatisfy(places.contains)
            }
            && transactions.all.allSatisfy { $0.subscription.map(places.contains) ?? true }
    }
}
