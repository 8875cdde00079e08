import AppStoreData
import AppStoreSimulator
import Foundation

/// Makes up what happens in a store, from a seed.
struct RandomStory {
    private var generator: SeededGenerator
    private let accounts = ["anna", "ben", "carl"]

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    static func configuration(seed: UInt64) -> StoreConfiguration {
        var configuration = StoreConfiguration.sample
        configuration.products += [
            .subscription("pro.weekly", level: 1, price: 2.99, period: SubscriptionPeriod(value: 1, unit: .week)) {
                $0.introductoryOffers = [
                    .init(
                        paymentMode: .payAsYouGo, price: 0.99, period: SubscriptionPeriod(value: 1, unit: .week),
                        periodCount: 3)
                ]
                $0.promotionalOffers = [
                    .init(
                        id: "promo", paymentMode: .payUpFront, price: 1.99,
                        period: SubscriptionPeriod(value: 1, unit: .month))
                ]
                $0.codeOffers = [
                    .init(
                        id: "code", paymentMode: .freeTrial, period: SubscriptionPeriod(value: 3, unit: .day),
                        isStackable: true)
                ]
                $0.winBackOffers = [
                    .init(id: "back", paymentMode: .freeTrial, period: SubscriptionPeriod(value: 1, unit: .week))
                ]
            },
            .subscription("basic.private", level: 3, price: 0.99, isFamilyShareable: false),
            .subscription("radio", level: 1, price: 1.99, groupID: "other"),
        ]
        configuration.subscriptionGroups.append(.init(id: "other"))
        let rates = TimeRate.allCases
        configuration.settings.timeRate = rates[Int(seed) % rates.count]
        return configuration
    }

    mutating func nextDelay() -> Int64 {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5: 0
        case 5..<7: Int64.random(in: 1...5_000, using: &generator)
        case 7..<9: Int64.random(in: 1...86_400_000, using: &generator)
        default: Int64.random(in: 1...(40 * 86_400_000), using: &generator)
        }
    }

    /// An event that the machine can mostly do something with.
    mutating func nextEvent(_ machine: StoreMachine) -> StoreEvent {
        let account = pick(accounts, otherwise: "")
        let transactions = machine.allTransactions(account: account)
        let subscriptions = machine.subscribedGroupIDs(account: account)
            .flatMap { machine.subscriptions(groupID: $0, account: account).map(\.transaction) }
        let id = pick(transactions.map(\.id), otherwise: 999)
        let subscribed = pick(subscriptions.map(\.id), otherwise: id)
        let pending = pick(machine.pendingPurchases.map(\.id), otherwise: id)
        let subscribedProduct = pick(subscriptions.map(\.productID), otherwise: "radio")
        switch Int.random(in: 0..<40, using: &generator) {
        case 0..<12:
            let productID = pick(machine.configuration.products.map(\.id), otherwise: "")
            return .purchase(
                request(productID), on: DeviceID(account: account, name: pick(["phone", "tablet"], otherwise: "")))
        case 12, 13: return .approve(transactionID: pending)
        case 14: return .decline(transactionID: pending)
        case 15, 16: return .resolveIssue(transactionID: pick([pending, subscribed], otherwise: 0))
        case 17, 18, 19: return .finish(transactionID: id, account: account)
        case 20, 21: return .setAutoRenew(.random(using: &generator), transactionID: subscribed)
        case 22: return .expire(productID: subscribedProduct, account: account)
        case 23, 24: return .renew(productID: subscribedProduct, account: account)
        case 25: return .requestPriceIncrease(transactionID: subscribed, price: .random(using: &generator) ? 12 : nil)
        case 26, 27: return .consentToPriceIncrease(transactionID: subscribed)
        case 28: return .declinePriceIncrease(transactionID: subscribed)
        case 29, 30: return .refund(transactionID: pick([id, subscribed], otherwise: 0), reason: .other)
        case 31:
            let refunded = transactions.filter { $0.revocation != nil }.map(\.id)
            return .reverseRefund(transactionID: pick(refunded, otherwise: id))
        case 32, 33: return .joinFamily(pick(["smith", "jones"], otherwise: ""), account: account)
        case 34: return .leaveFamily(account: account)
        case 35: return .delete(transactionID: id)
        case 36: return Int.random(in: 0..<20, using: &generator) == 0 ? .clear : .timePassed
        default: return .changeSettings(settings(machine.configuration.settings))
        }
    }

    private mutating func request(_ productID: String) -> PurchaseRequest {
        var request = PurchaseRequest(productID: productID)
        request.quantity = pick([1, 1, 1, 1, 1, 1, 3, 11], otherwise: 1)
        if productID == "pro.weekly" {
            request.offer = pick(
                [nil, .promotional(offerID: "promo"), .code(referenceName: "code"), .winBack(offerID: "back")],
                otherwise: nil)
        }
        request.isMadeInApp = .random(using: &generator)
        request.introductoryOfferEligibility = pick([nil, nil, true, false], otherwise: nil)
        request.renewsUntilNow = .random(using: &generator)
        return request
    }

    private mutating func settings(_ settings: StoreSettings) -> StoreSettings {
        var settings = settings
        settings.isAskToBuyEnabled = pick([true, false, false, false], otherwise: false)
        settings.interruptsPurchases = pick([true, false, false, false], otherwise: false)
        settings.entersBillingRetryOnRenewal = .random(using: &generator)
        settings.isBillingGracePeriodEnabled = .random(using: &generator)
        if Bool.random(using: &generator), let spain = StorefrontMessage(countryCode: "ESP") {
            settings.storefront = spain
        }
        return settings
    }

    private mutating func pick<Element>(_ elements: [Element], otherwise none: Element) -> Element {
        elements.randomElement(using: &generator) ?? none
    }
}
