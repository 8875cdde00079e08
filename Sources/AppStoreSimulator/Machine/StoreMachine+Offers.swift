import AppStoreData
import Foundation

/// Who gets which offer.
extension StoreMachine {
    /// Whether a purchase in the group would get its introductory offer: not while the account subscribes in the group,
    /// and not once it has used one there.
    public func isEligibleForIntroductoryOffer(groupID: String, account: String) -> Bool {
        guard let place = accountPlaces[account] else { return true }
        return !indices[place].introductoryOffersUsed.contains(groupID)
            && !(ownSubscription(inGroup: groupID, account: account).map { subscriptions[$0].isRunning } ?? false)
    }

    /// The offers that the purchase's periods begin with.
    func offers(
        for request: PurchaseRequest, _ entry: Catalogue.Entry, _ terms: StoreConfiguration.Subscription,
        account: String, subscription: Subscription?
    ) throws(StoreRefusal) -> [Subscription.UpcomingOffer] {
        let productID = entry.product.id
        let isIntroductory =
            request.introductoryOfferEligibility
            ?? isEligibleForIntroductoryOffer(groupID: terms.groupID, account: account)
        let introductory = isIntroductory ? terms.introductoryOffers.first : nil

        func refuse(_ offer: StoreConfiguration.Offer, unless isEligible: Bool) throws(StoreRefusal) {
            guard isEligible else { throw .ineligibleForOffer(offer.id ?? "", productID: productID) }
        }

        switch request.offer {
        case nil:
            return introductory.map { [upcoming($0, .introductory, productID)] } ?? []
        case .promotional(let id):
            let offer = try find(id, in: terms.promotionalOffers, productID)
            // For customers who subscribe, or once did.
            try refuse(offer, unless: subscription != nil)
            return [upcoming(offer, .promotional, productID)]
        case .winBack(let id):
            let offer = try find(id, in: terms.winBackOffers, productID)
            try refuse(offer, unless: offer.isEligible && subscription.map { !$0.isRunning } ?? false)
            return [upcoming(offer, .winBack, productID)]
        case .code(let name):
            let offer = try find(name, in: terms.codeOffers, productID)
            let kind: StoreConfiguration.CodeEligibility
            if let subscription {
                kind = subscription.isRunning ? .existing : .expired
            } else {
                kind = .new
            }
            try refuse(offer, unless: offer.codeEligibility.isEmpty || offer.codeEligibility.contains(kind))
            let redeemed = [upcoming(offer, .code, productID)]
            guard offer.isStackable, let introductory else { return redeemed }
            return redeemed + [upcoming(introductory, .introductory, productID)]
        }
    }

    /// The win-back offers that a lapsed subscription's customer can take, best first.
    func eligibleWinBackOfferIDs(_ subscription: Subscription) -> [String] {
        guard !subscription.isRunning, subscription.sharedFrom == nil,
            let offers = catalogue[subscription.productID]?.product.subscription?.winBackOffers, !offers.isEmpty
        else { return [] }
        let eligible = offers.filter(\.isEligible)
        return (eligible.filter(\.hasHighPriority) + eligible.filter { !$0.hasHighPriority }).compactMap(\.id)
    }

    private func find(
        _ id: String, in offers: [StoreConfiguration.Offer], _ productID: String
    ) throws(StoreRefusal) -> StoreConfiguration.Offer {
        guard let offer = offers.first(where: { $0.id == id }) else { throw .noSuchOffer(id, productID: productID) }
        return offer
    }

    private func upcoming(
        _ offer: StoreConfiguration.Offer, _ type: OfferType, _ productID: String
    ) -> Subscription.UpcomingOffer {
        Subscription.UpcomingOffer(
            productID: productID,
            offer: TransactionRecord.AppliedOffer(
                type: type, id: offer.id, paymentMode: offer.paymentMode, period: offer.period),
            price: Int64(milliunits: offer.price), periodsLeft: offer.periodCount)
    }
}

extension PurchaseRequest.Offer {
    /// What the offer was asked for by.
    var name: String {
        switch self {
        case .promotional(let id), .winBack(let id), .code(let id): id
        }
    }
}
