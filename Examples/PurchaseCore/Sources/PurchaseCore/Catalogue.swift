import StoreKit

/// What can be bought, as the App Store tells it.
public struct Catalogue: Sendable {
    /// The highest level of service first, and of one level the shortest period.
    public let subscriptions: [Product]
    public let others: [Product]

    /// Asks the App Store. Products that it does not know, or does not sell in this country, are missing.
    public static func load() async throws -> Catalogue {
        Catalogue(products: try await Product.products(for: ProductID.allCases.map(\.rawValue)))
    }

    init(products: [Product]) {
        subscriptions = products.filter { $0.subscription != nil }.sorted(by: Self.isShownBefore)
        others = products.filter { $0.subscription == nil }.sorted { $0.price < $1.price }
    }

    public func product(_ id: ProductID) -> Product? {
        product(id.rawValue)
    }

    func product(_ id: Product.ID) -> Product? {
        subscriptions.first { $0.id == id } ?? others.first { $0.id == id }
    }

    /// The group that all of Sketchbook's subscriptions are in; a customer has at most one of them at a time.
    var subscriptionGroupID: String? {
        subscriptions.first?.subscription?.subscriptionGroupID
    }

    private static func isShownBefore(_ first: Product, _ second: Product) -> Bool {
        guard let first = first.subscription, let second = second.subscription else { return false }
        if first.groupLevel != second.groupLevel { return first.groupLevel < second.groupLevel }
        return first.subscriptionPeriod.approximateDays < second.subscriptionPeriod.approximateDays
    }
}

extension Product {
    /// The introductory offer, if there is one and this customer has not had one in the group before.
    ///
    /// StoreKit applies it by itself when the product is bought; this is for the text on the button.
    public var availableIntroductoryOffer: Product.SubscriptionOffer? {
        get async {
            guard let subscription, let offer = subscription.introductoryOffer else { return nil }
            return await subscription.isEligibleForIntroOffer ? offer : nil
        }
    }
}

extension Product.SubscriptionPeriod {
    /// Good enough to put a month before a year.
    fileprivate var approximateDays: Int {
        switch unit {
        case .day: value
        case .week: value * 7
        case .month: value * 30
        case .year: value * 365
        @unknown default: value
        }
    }
}
