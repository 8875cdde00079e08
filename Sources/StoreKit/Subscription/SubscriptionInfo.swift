internal import AppStoreData
internal import AppStoreSimulator

public typealias SubscriptionInfo = Product.SubscriptionInfo
public typealias SubscriptionPeriod = Product.SubscriptionPeriod
public typealias SubscriptionRenewalInfo = Product.SubscriptionInfo.RenewalInfo
public typealias SubscriptionRenewalState = Product.SubscriptionInfo.RenewalState
public typealias SubscriptionStatus = Product.SubscriptionInfo.Status

extension Product {
    /// What a product that is an auto-renewable subscription offers.
    public struct SubscriptionInfo: Equatable, Hashable {
        public typealias BillingPeriod = Product.SubscriptionPeriod

        /// The offer for customers who have had none in the group; ``isEligibleForIntroOffer`` tells whether this
        /// customer is one.
        public let introductoryOffer: Product.SubscriptionOffer?
        public let promotionalOffers: [Product.SubscriptionOffer]
        public let winBackOffers: [Product.SubscriptionOffer]
        public let subscriptionGroupID: String
        public let subscriptionPeriod: Product.SubscriptionPeriod
        /// The ways of paying, when there are others than once for each period.
        public let pricingTerms: [Product.SubscriptionInfo.PricingTerms]

        let level: Int
        let groupName: String
        let place: DevicePlace

        public static func == (a: Product.SubscriptionInfo, b: Product.SubscriptionInfo) -> Bool {
            a.introductoryOffer == b.introductoryOffer && a.promotionalOffers == b.promotionalOffers
                && a.winBackOffers == b.winBackOffers && a.subscriptionGroupID == b.subscriptionGroupID
                && a.subscriptionPeriod == b.subscriptionPeriod && a.pricingTerms == b.pricingTerms
                && a.level == b.level && a.groupName == b.groupName
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(subscriptionGroupID)
            hasher.combine(subscriptionPeriod)
            hasher.combine(level)
        }
    }
}

extension Product.SubscriptionInfo: Sendable {}

extension Product.SubscriptionInfo {
    /// 1 is the highest level of service in the group.
    public var groupLevel: Int {
        level
    }

    public var groupDisplayName: String {
        groupName
    }

    /// Whether the customer would get the introductory offer: never had one in the group.
    public var isEligibleForIntroOffer: Bool {
        get async {
            await Self.isEligibleForIntroOffer(for: subscriptionGroupID, at: place)
        }
    }

    /// Whether the customer would get an introductory offer in the group. False if the store cannot be asked.
    public static func isEligibleForIntroOffer(for groupID: String) async -> Bool {
        await isEligibleForIntroOffer(for: groupID, at: .current)
    }

    private static func isEligibleForIntroOffer(for groupID: String, at place: DevicePlace) async -> Bool {
        guard let device = place.deviceOrReport() else { return false }
        return (try? await device.connection.isEligibleForIntroductoryOffer(groupID: groupID)) ?? false
    }
}

extension Product.SubscriptionInfo {
    /// The state of the customer's subscription in the product's group; see ``status(for:)``.
    public var status: [Product.SubscriptionInfo.Status] {
        get async throws {
            try await place.device().statuses(inGroup: subscriptionGroupID)
        }
    }

    /// The states of the subscriptions that the customer has or shares in a group: empty if there never was one,
    /// several only through family sharing. Empty in a cancelled task.
    ///
    /// - Throws: ``StoreKitError``.
    public static func status(for groupID: String) async throws -> [Product.SubscriptionInfo.Status] {
        try await DevicePlace.current.device().statuses(inGroup: groupID)
    }

    /// The state of the subscription that a transaction belongs to; nil if there is none.
    ///
    /// - Throws: ``StoreKitError``.
    public static func status(transactionID: UInt64) async throws -> SubscriptionStatus? {
        try await DevicePlace.current.device().status(ofTransaction: transactionID)
    }
}

extension Product.SubscriptionInfo {
    init(_ subscription: StoreProduct.Subscription, format: PriceFormat, device: InstalledDevice) {
        let period = Product.SubscriptionPeriod(subscription.period)
        func offers(_ offers: [StoreProduct.Offer]) -> [Product.SubscriptionOffer] {
            offers.map { Product.SubscriptionOffer($0, format: format) }
        }
        introductoryOffer = offers(subscription.introductoryOffers).first
        promotionalOffers = offers(subscription.promotionalOffers)
        winBackOffers = offers(subscription.winBackOffers)
        subscriptionGroupID = subscription.groupID
        subscriptionPeriod = period
        let allOffers = offers(
            subscription.introductoryOffers + subscription.promotionalOffers + subscription.winBackOffers)
        pricingTerms = subscription.billingPlans.map { plan in
            PricingTerms(
                billingPlanType: BillingPlanType(rawValue: plan.type.rawValue),
                billingPrice: plan.price,
                billingDisplayPrice: format.text(plan.price),
                billingPeriod: plan.type == .monthly ? .monthly : period,
                commitmentInfo: CommitmentInfo(
                    price: plan.commitmentPrice ?? plan.price,
                    displayPrice: format.text(plan.commitmentPrice ?? plan.price), period: period),
                subscriptionOffers: allOffers
            )
        }
        level = subscription.groupLevel
        groupName = subscription.groupDisplayName
        place = .device(device)
    }
}
