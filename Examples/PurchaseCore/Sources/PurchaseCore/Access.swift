import StoreKit

/// What the customer may use now.
///
/// It is computed from the App Store's answer each time and stored nowhere: what expires, is refunded or is bought on
/// another device then needs no code of its own.
public struct Access: Equatable, Sendable {
    public var features: Set<Feature> = []
    public var subscription: Subscription?

    public struct Subscription: Equatable, Sendable {
        public var productID: String
        /// The end of the paid period.
        public var paidUntil: Date?
        public var willRenew: Bool
        /// The last renewal could not be charged. Access goes on for the grace period; ask for another way to pay.
        public var hasBillingProblem: Bool
        /// The reference name of the offer code that the period was paid with.
        public var campaign: String?
    }

    /// Asks StoreKit, which answers from what it has on the device, so this works offline too.
    static func current() async -> Access {
        var access = Access()
        for await case .verified(let transaction) in Transaction.currentEntitlements {
            // Some versions of iOS list a subscription that was upgraded until its old period ends.
            guard transaction.revocationDate == nil, !transaction.isUpgraded else { continue }
            access.features.formUnion(ProductID(rawValue: transaction.productID)?.features ?? [])
            if transaction.productType == .autoRenewable {
                access.subscription = await Subscription(transaction)
            }
        }
        return access
    }
}

extension Access.Subscription {
    fileprivate init(_ transaction: Transaction) async {
        productID = transaction.productID
        paidUntil = transaction.expirationDate
        campaign = transaction.offer?.type == .code ? transaction.offer?.id : nil

        let status = await transaction.subscriptionStatus
        hasBillingProblem = status?.state == .inGracePeriod
        if case .verified(let renewal) = status?.renewalInfo {
            willRenew = renewal.willAutoRenew
        } else {
            willRenew = false
        }
    }
}
