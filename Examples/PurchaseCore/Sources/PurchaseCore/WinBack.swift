import StoreKit

/// An offer to a customer who has left.
public struct WinBack: Sendable {
    public let product: Product
    public let offer: Product.SubscriptionOffer
}

extension Shop {
    /// The offer that the App Store would have this customer see, if their subscription has ended and there is one.
    public func winBack() async throws -> WinBack? {
        guard let catalogue, let groupID = catalogue.subscriptionGroupID else { return nil }
        for status in try await Product.SubscriptionInfo.status(for: groupID) where status.state == .expired {
            guard case .verified(let renewal) = status.renewalInfo else { continue }
            // Best first.
            for id in renewal.eligibleWinBackOfferIDs {
                for product in catalogue.subscriptions {
                    if let offer = product.subscription?.winBackOffers.first(where: { $0.id == id }) {
                        return WinBack(product: product, offer: offer)
                    }
                }
            }
        }
        return nil
    }

    public func accept(_ winBack: WinBack) async throws -> Outcome {
        try await buy(winBack.product, options: [.winBackOffer(winBack.offer)])
    }
}
