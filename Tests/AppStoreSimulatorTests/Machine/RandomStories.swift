import AppStoreData
import AppStoreSimulator
import Foundation

/// Makes up what happens in a store, from a seed.
struct RandomStory {
    private var generator: SeededGenerator
    private let accounts = ["anna", "ben", "carl"]
    private let transactionIDs: ClosedRange<UInt64>

    init(seed: UInt64, transactionIDs: ClosedRange<UInt64> = 0...60) {
        generator = SeededGenerator(seed: seed)
        self.transactionIDs = transactionIDs
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

    mutating func nextEvent(_ configuration: StoreConfiguration) -> StoreEvent {
        let id = UInt64.random(in: transactionIDs, using: &generator)
        let account = pick(accounts)
        let productID = pick(configuration.products).id
        switch Int.random(in: 0..<30, using: &generator) {
        case 0..<10:
            return .purchase(request(productID), on: DeviceID(account: account, name: pick(["phone", "tablet"])))
        case 10: return .approve(transactionID: id)
        case 11: return .decline(transactionID: id)
        case 12: return .resolveIssue(transactionID: id)
        case 13, 14, 15: return .finish(transactionID: id, account: account)
        case 16: return .setAutoRenew(.random(using: &generator), transactionID: id)
        case 17: return .expire(productID: productID, account: account)
        case 18: return .renew(productID: productID, account: account)
        case 19: return .requestPriceIncrease(transactionID: id, price: .random(using: &generator) ? 12 : nil)
        case 20: return .consentToPriceIncrease(transactionID: id)
        case 21: return .declinePriceIncrease(transactionID: id)
        case 22, 23: return .refund(transactionID: id, reason: .other)
        case 24: return .reverseRefund(transactionID: id)
        case 25: return .joinFamily(pick(["smith", "jones"]), account: account)
        case 26: return .leaveFamily(account: account)
        case 27: return .delete(transactionID: id)
        case 28: return Int.random(in: 0..<20, using: &generator) == 0 ? .clear : .timePassed
        default: return .changeSettings(settings(configuration.settings))
        }
    }

    private mutating func request(_ productID: String) -> PurchaseRequest {
        var request = PurchaseRequest(productID: productID)
        request.quantity = pick([1, 1, 1, 3, 11])
        request.offer = pick([
            nil, nil, nil, .promotional(offerID: "promo"), .code(referenceName: "code"), .winBack(offerID: "back"),
        ])
        request.isMadeInApp = .random(using: &generator)
        request.introductoryOfferEligibility = pick([nil, nil, true, false])
        request.renewsUntilNow = .random(using: &generator)
        return request
    }

    private mutating func settings(_ settings: StoreSettings) -> StoreSettings {
        var settings = settings
        settings.isAskToBuyEnabled = pick([true, false, false])
        settings.interruptsPurchases = pick([true, false, false])
        settings.entersBillingRetryOnRenewal = .random(using: &generator)
        settings.isBillingGracePeriodEnabled = .random(using: &generator)
        if Bool.random(using: &generator), let spain = StorefrontMessage(countryCode: "ESP") {
            settings.storefront = spain
        }
        return settings
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &generator)]
    }
}
