import AppStoreData
import Foundation

/// One account's subscription in one group, from its first purchase on, through lapses and changes of product.
struct Subscription: Hashable, Sendable, Codable {
    /// The place of the account in the machine's list.
    let account: Int
    let groupID: String
    /// The place of the subscription that this one shares, if a family member bought it.
    let sharedFrom: Int?
    /// The places of the subscriptions that share this one.
    var sharedTo: [Int] = []

    let originalTransactionID: UInt64
    let originalPurchaseDate: Timestamp
    /// The latest transaction.
    var current: UInt64
    var productID: String
    var phase: Phase

    var willAutoRenew = true
    /// The product of the next period.
    var autoRenewProductID: String
    /// The offers of the periods to come, each with how many of its periods are left.
    var upcomingOffers: [UpcomingOffer] = []
    var priceIncrease: PriceIncrease?
    /// What the customer agreed to pay for the product, when that is not the catalogue's price.
    var agreedPrice: AgreedPrice?
    var appAccountToken: UUID?

    /// Since when the customer subscribes with no gap longer than 60 days.
    var recentStart: Timestamp
    /// When the last access ended, after it has.
    var lapsed: Timestamp?
    /// When something next happens by itself.
    var due: Timestamp?
    /// When the latest renewal info was made.
    var signedDate: Timestamp
    /// Its transactions were deleted: it is in no list any more.
    var isDeleted = false

    enum Phase: Hashable, Sendable, Codable {
        case active
        case gracePeriod(until: Timestamp, retryUntil: Timestamp)
        case billingRetry(until: Timestamp)
        case expired(ExpirationIntent)
        case revoked
    }

    struct UpcomingOffer: Hashable, Sendable, Codable {
        var productID: String
        var offer: TransactionRecord.AppliedOffer
        var price: Int64
        var periodsLeft: Int
    }

    struct PriceIncrease: Hashable, Sendable, Codable {
        var status: PriceIncreaseStatus
        var price: Int64
    }

    struct AgreedPrice: Hashable, Sendable, Codable {
        var productID: String
        var price: Int64
    }
}

extension Subscription {
    var state: SubscriptionStatus {
        switch phase {
        case .active: .active
        case .gracePeriod: .inBillingGracePeriod
        case .billingRetry: .inBillingRetryPeriod
        case .expired: .expired
        case .revoked: .revoked
        }
    }

    /// Whether the customer has access through it.
    var isEntitled: Bool {
        switch phase {
        case .active, .gracePeriod: !isDeleted
        case .billingRetry, .expired, .revoked: false
        }
    }

    /// Whether something will still come of it by itself.
    var isRunning: Bool {
        switch phase {
        case .active, .gracePeriod, .billingRetry: !isDeleted
        case .expired, .revoked: false
        }
    }
}
