import AppStoreData
import Foundation

/// What the store says of a subscription.
extension StoreMachine {
    /// Tells that the subscription's status changed, to its account and to those it is shared with.
    mutating func publishStatus(_ place: Int, _ effects: inout [StoreEffect]) {
        subscriptions[place].signedDate = max(now, subscriptions[place].signedDate.adding(milliseconds: 1))
        if let record = record(subscriptions[place]) {
            effects.append(.subscriptionStatus(record))
        }
        for shared in subscriptions[place].sharedTo where subscriptions[shared].isRunning {
            follow(shared, place)
            publishStatus(shared, &effects)
        }
    }

    /// Makes a shared subscription what the family member's is.
    mutating func follow(_ shared: Int, _ place: Int) {
        let source = subscriptions[place]
        subscriptions[shared].phase = source.phase
        subscriptions[shared].lapsed = source.lapsed
        subscriptions[shared].willAutoRenew = source.willAutoRenew
        subscriptions[shared].autoRenewProductID = source.autoRenewProductID
    }

    /// Nil once its transactions are deleted.
    func record(_ subscription: Subscription) -> SubscriptionRecord? {
        guard !subscription.isDeleted, let transaction = transactions[subscription.current] else { return nil }
        return SubscriptionRecord(
            account: transaction.account, groupID: subscription.groupID, state: subscription.state,
            transaction: transaction, renewalInfo: renewalInfo(subscription, transaction))
    }

    private func renewalInfo(_ subscription: Subscription, _ transaction: TransactionRecord) -> RenewalInfoPayload {
        var info = RenewalInfoPayload()
        info.originalTransactionID = String(subscription.originalTransactionID)
        info.productID = subscription.productID
        info.autoRenewProductID = subscription.autoRenewProductID
        info.autoRenewStatus = subscription.willAutoRenew ? .on : .off
        info.signedDate = subscription.signedDate
        info.environment = app.environment
        info.recentSubscriptionStartDate = subscription.recentStart
        info.appTransactionID = appTransactionID(account: subscription.account)
        info.appAccountToken = subscription.appAccountToken.map(AppAccountToken.init)
        info.priceIncreaseStatus = subscription.priceIncrease?.status

        switch subscription.phase {
        case .active:
            if subscription.willAutoRenew {
                info.renewalDate = transaction.expirationDate
            }
        case .gracePeriod(let until, _):
            info.isInBillingRetryPeriod = true
            info.gracePeriodExpiresDate = until
        case .billingRetry:
            info.isInBillingRetryPeriod = true
            info.expirationIntent = .billingError
        case .expired(let intent):
            info.expirationIntent = intent
        case .revoked:
            break
        }

        if subscription.willAutoRenew, subscription.sharedFrom == nil {
            let terms = terms(subscription, subscription.autoRenewProductID)
            info.currency = settings.storefront.currencyCode
            info.renewalPrice = terms.price
            if let offer = terms.offer {
                info.offerType = offer.type
                info.offerIdentifier = offer.id
                info.offerDiscountType = offer.paymentMode
                info.offerPeriod = offer.period.iso8601
            }
        }
        let winBackOffers = eligibleWinBackOfferIDs(subscription)
        if !winBackOffers.isEmpty {
            info.eligibleWinBackOfferIDs = winBackOffers
        }
        return info
    }

    /// The account's own, counted from 0 as in Xcode.
    func appTransactionID(account place: Int) -> String {
        String(place)
    }
}
