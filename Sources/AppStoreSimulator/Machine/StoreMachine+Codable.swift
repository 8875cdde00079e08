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
        guard areReferencesValid else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "the saved store refers to accounts or subscriptions that it does not have"))
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
