import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct OfferTests {
    private let store: SimulatedAppStore
    private let inbox: Inbox
    private var phone: SimulatedDevice { inbox.device }

    init() {
        let (week, month) = (SubscriptionPeriod(value: 1, unit: .week), SubscriptionPeriod(value: 1, unit: .month))
        let configuration = StoreConfiguration(
            products: [
                .subscription("trial", level: 1, price: 10) {
                    $0.introductoryOffers = [.init(paymentMode: .freeTrial, period: week)]
                    $0.promotionalOffers = [.init(id: "promo", paymentMode: .payUpFront, price: 5, period: month)]
                    $0.codeOffers = [
                        .init(
                            id: "new", paymentMode: .freeTrial, period: month, codeEligibility: [.new],
                            isStackable: true),
                        .init(
                            id: "loyal", paymentMode: .payUpFront, price: 3, period: month, codeEligibility: [.existing]
                        ),
                        .init(id: "lapsed", paymentMode: .freeTrial, period: week, codeEligibility: [.expired]),
                        .init(id: "all", paymentMode: .freeTrial, period: week),
                    ]
                    $0.winBackOffers = [
                        .init(id: "back", paymentMode: .freeTrial, period: month),
                        .init(id: "closed", paymentMode: .freeTrial, period: month, isEligible: false),
                        .init(id: "first", paymentMode: .freeTrial, period: week, hasHighPriority: true),
                    ]
                },
                .subscription("discount", level: 1, price: 10) {
                    $0.introductoryOffers = [
                        .init(paymentMode: .payAsYouGo, price: 2, period: month, periodCount: 3)
                    ]
                },
                .subscription("higher", level: 1, price: 20) {
                    $0.promotionalOffers = [.init(id: "promo", paymentMode: .payUpFront, price: 5, period: month)]
                },
            ], subscriptionGroups: [.init(id: "group")])
        store = makeStore(configuration)
        inbox = Inbox(store.device(named: "phone"))
    }

    @Test func anIntroductoryOfferIsAppliedByItselfAndTheNextPeriodIsAnOrdinaryOne() throws {
        #expect(try phone.isEligibleForIntroductoryOffer(groupID: "group"))
        let trial = try #require(try phone.buy("trial"))
        #expect(trial.offerType == .introductory)
        #expect(trial.offerIdentifier == nil)
        #expect(trial.offerDiscountType == .freeTrial)
        #expect(trial.offerPeriod == "P1W")
        #expect(trial.price == 0)
        #expect(trial.expiresDate == Timestamp(start.addingTimeInterval(7 * 86_400)))
        #expect(try phone.status()?.info.offerType == nil)
        #expect(try phone.status()?.info.renewalPrice == 10_000)
        try store.advance(by: .seconds(7 * 86_400))
        let renewed = try phone.list(.latest(productID: "trial"))[0]
        #expect(renewed.offerType == nil)
        #expect(renewed.price == 10_000)
    }

    @Test func payingAsYouGoIsForEachOfItsPeriods() throws {
        try phone.buy("discount")
        #expect(try phone.status()?.info.offerType == .introductory)
        #expect(try phone.status()?.info.renewalPrice == 2_000)
        try store.advance(by: .seconds(130 * 86_400))
        let periods = try phone.list(.all(productID: nil)).reversed()
        #expect(periods.map(\.price) == [2_000, 2_000, 2_000, 10_000, 10_000])
        #expect(periods.map(\.offerDiscountType) == [.payAsYouGo, .payAsYouGo, .payAsYouGo, nil, nil])
    }

    @Test func nobodyIsEligibleTwiceInAGroup() throws {
        try phone.buy("trial")
        #expect(try !phone.isEligibleForIntroductoryOffer(groupID: "group"))
        try store.expireSubscription(productID: "trial")
        #expect(try !phone.isEligibleForIntroductoryOffer(groupID: "group"))
        #expect(try phone.buy("discount")?.offerType == nil)
        #expect(try phone.isEligibleForIntroductoryOffer(groupID: "another"))
    }

    @Test func aSubscriberIsNotEligible() throws {
        try phone.buy("higher")
        #expect(try !phone.isEligibleForIntroductoryOffer(groupID: "group"))
        #expect(try phone.buy("trial")?.offerType == nil)
    }

    @Test func aSignedEligibilityDecides() throws {
        #expect(try phone.buy("trial") { $0.introductoryOfferEligibility = false }?.offerType == nil)
        try store.expireSubscription(productID: "trial")
        #expect(try phone.buy("trial") { $0.introductoryOfferEligibility = true }?.offerType == .introductory)
        try store.expireSubscription(productID: "trial")
        #expect(try phone.buy("trial") { $0.introductoryOfferEligibility = true }?.offerType == .introductory)
    }

    @Test func deletingTheTransactionGivesTheEligibilityBack() throws {
        try phone.buy("trial")
        try store.delete(transactionID: 0)
        #expect(try phone.isEligibleForIntroductoryOffer(groupID: "group"))
    }

    // MARK: Promotional

    @Test func aPromotionalOfferIsForWhoSubscribesOrDid() throws {
        #expect(throws: AppStoreConnectionError.ineligibleForOffer) {
            try phone.buy("trial", offer: .promotional(offerID: "promo"))
        }
        try phone.buy("trial")
        try store.expireSubscription(productID: "trial")
        let bought = try #require(try phone.buy("trial", offer: .promotional(offerID: "promo")))
        #expect(bought.offerType == .promotional)
        #expect(bought.offerIdentifier == "promo")
        #expect(bought.offerDiscountType == .payUpFront)
        #expect(bought.price == 5_000)
    }

    @Test func anOfferForTheRunningSubscriptionWaitsForTheRenewal() throws {
        try phone.buy("trial")
        #expect(try phone.buy("trial", offer: .promotional(offerID: "promo"))?.transactionID == "0")
        let info = try #require(try phone.status()).info
        #expect(info.offerType == .promotional && info.offerIdentifier == "promo" && info.renewalPrice == 5_000)
        try store.advance(by: .seconds(7 * 86_400))
        #expect(try phone.list(.latest(productID: "trial"))[0].offerIdentifier == "promo")
    }

    @Test func anOfferComesWithAChangeAtOnce() throws {
        try phone.buy("trial")
        let bought = try #require(try phone.buy("higher", offer: .promotional(offerID: "promo")))
        #expect(bought.transactionID == "1")
        #expect(bought.offerIdentifier == "promo")
    }

    @Test func anUnknownOfferIsRefused() throws {
        #expect(throws: AppStoreConnectionError.invalidOfferIdentifier) {
            try phone.buy("trial", offer: .promotional(offerID: "nothing"))
        }
        #expect(throws: AppStoreConnectionError.invalidOfferIdentifier) {
            try phone.buy("trial", offer: .code(referenceName: "promo"))
        }
    }

    // MARK: Codes

    @Test func aCodeIsForWhomItSays() throws {
        #expect(throws: AppStoreConnectionError.ineligibleForOffer) {
            try phone.buy("trial", offer: .code(referenceName: "loyal"))
        }
        let redeemed = try #require(try phone.buy("trial", offer: .code(referenceName: "new")))
        #expect(redeemed.offerType == .code)
        #expect(redeemed.offerIdentifier == "new")
        #expect(throws: AppStoreConnectionError.ineligibleForOffer) {
            try phone.buy("trial", offer: .code(referenceName: "lapsed"))
        }
        try store.expireSubscription(productID: "trial")
        #expect(try phone.buy("trial", offer: .code(referenceName: "lapsed"))?.offerIdentifier == "lapsed")
    }

    @Test func afterAStackableCodeTheIntroductoryOfferFollows() throws {
        try phone.buy("trial", offer: .code(referenceName: "new"))
        try store.advance(by: .seconds(45 * 86_400))
        #expect(try phone.list(.all(productID: nil)).reversed().map(\.offerType) == [.code, .introductory, nil])
    }

    @Test func anyOtherCodeTakesItsPlace() throws {
        try phone.buy("trial", offer: .code(referenceName: "all"))
        try store.advance(by: .seconds(20 * 86_400))
        #expect(try phone.list(.all(productID: nil)).reversed().map(\.offerType) == [.code, nil])
    }

    @Test func aRedeemedCodeArrivesAsADelivery() throws {
        try phone.buy("trial", offer: .code(referenceName: "all")) { $0.isMadeInApp = false }
        #expect(inbox.take().first == "trial 0")
    }

    // MARK: Win-back

    @Test func winBackOffersAreForWhoLapsedBestFirst() throws {
        #expect(throws: AppStoreConnectionError.ineligibleForOffer) {
            try phone.buy("trial", offer: .winBack(offerID: "back"))
        }
        try phone.buy("trial")
        #expect(try phone.status()?.info.eligibleWinBackOfferIDs == nil)
        #expect(throws: AppStoreConnectionError.ineligibleForOffer) {
            try phone.buy("trial", offer: .winBack(offerID: "back"))
        }
        _ = inbox.take()
        try store.expireSubscription(productID: "trial")
        #expect(inbox.take() == ["status: expired 0 because 1", "message: winBackOffer"])
        #expect(try phone.status()?.info.eligibleWinBackOfferIDs == ["first", "back"])
        #expect(throws: AppStoreConnectionError.ineligibleForOffer) {
            try phone.buy("trial", offer: .winBack(offerID: "closed"))
        }
        let back = try #require(try phone.buy("trial", offer: .winBack(offerID: "back")))
        #expect(back.offerType == .winBack && back.offerIdentifier == "back")
        #expect(try phone.status()?.info.eligibleWinBackOfferIDs == nil)
    }
}
