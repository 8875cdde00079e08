import AppStoreData
import Foundation
import SignedData
import StoreKit
import StoreKitTest
import Testing

@Suite(.timeLimit(.minutes(5))) struct PurchaseTests {
    @Test func aQuantityIsBoughtAtOnce() async throws {
        _ = try makeSession()
        #expect(try await buy("coins", options: [.quantity(10)]).purchasedQuantity == 10)
    }

    @Test(arguments: [("coins", 0), ("coins", 11), ("lifetime", 2), ("gold", 2)])
    func aQuantityThatIsNotAllowedIsRefused(product: String, quantity: Int) async throws {
        _ = try makeSession()
        await #expect(throws: Product.PurchaseError.invalidQuantity) {
            try await buy(product, options: [.quantity(quantity)])
        }
        #expect(try await StoreKit.Transaction.all.verified.isEmpty)
    }

    @Test func anOwnedNonConsumableIsGivenBackAsItWasBought() async throws {
        let session = try makeSession()
        let bought = try await buy("lifetime")
        session.advance(by: .seconds(86_400))
        let again = try await buy("lifetime")
        #expect(again.id == bought.id)
        #expect(again.purchaseDate == bought.purchaseDate)
    }

    @Test func aPurchaseDoesNothingElseWithCustomOptions() async throws {
        _ = try makeSession()
        let options: Set<Product.PurchaseOption> = [
            .custom(key: "text", value: "value"), .custom(key: "number", value: 1.5), .custom(key: "flag", value: true),
            .custom(key: "data", value: Data([1])), .simulatesAskToBuyInSandbox(true),
        ]
        #expect(options.count == 5)
        #expect(try await buy("coins", options: options).productID == "coins")
    }

    // MARK: Offers

    @Test func anIntroductoryOfferAppliesItselfOnce() async throws {
        let session = try makeSession()
        let silver = try await product("silver")
        #expect(await silver.subscription?.isEligibleForIntroOffer == true)
        let bought = try await buy("silver")
        #expect(bought.offer?.type == .introductory)
        #expect(bought.offer?.id == nil)
        #expect(bought.offer?.paymentMode == .freeTrial)
        #expect(bought.offer?.period == .weekly)
        #expect(bought.expirationDate == opening.addingTimeInterval(7 * 86_400))
        #expect(await silver.subscription?.isEligibleForIntroOffer == false)
        try session.expireSubscription(productIdentifier: "silver")
        #expect(try await buy("silver").offer == nil)
    }

    private func terms(_ session: SKTestSession, token: UUID?) -> OfferSignatureTerms {
        OfferSignatureTerms(
            bundleID: "com.example.app", keyID: "D0000001", productID: "silver", offerID: "loyal",
            appAccountToken: token,
            nonce: UUID(), timestamp: Timestamp(session.now))
    }

    private func fixtureKey() throws -> SigningKey {
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: fixture())) as? [String: Any]
        let pair = try #require(json?["subscriptionOffersKeyPair"] as? [String: String])
        return try SigningKey(try #require(pair["privateKey"]))
    }

    @Test func aSignedPromotionalOfferIsGiven() async throws {
        let session = try makeSession()
        try await buy("gold")
        try session.expireSubscription(productIdentifier: "gold")
        let token = UUID()
        let terms = terms(session, token: token)
        let bought = try await buy(
            "silver",
            options: [
                .appAccountToken(token),
                .promotionalOffer(
                    offerID: "loyal", keyID: terms.keyID, nonce: terms.nonce,
                    signature: try fixtureKey().offerSignature(for: terms), timestamp: Int(terms.timestamp.rawValue)),
            ])
        #expect(bought.offer?.type == .promotional)
        #expect(bought.offer?.id == "loyal")
        #expect(bought.offer?.paymentMode == .payAsYouGo)
    }

    @Test func anOfferSignedForAnotherAccountIsRefused() async throws {
        let session = try makeSession()
        let terms = terms(session, token: UUID())
        await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
            try await buy(
                "silver",
                options: [
                    .appAccountToken(UUID()),
                    .promotionalOffer(
                        offerID: "loyal",
                        signature: Product.SubscriptionOffer.Signature(
                            keyID: terms.keyID, nonce: terms.nonce, timestamp: Int(terms.timestamp.rawValue),
                            signature: try fixtureKey().offerSignature(for: terms))),
                ])
        }
    }

    @Test func anOfferInAJWSOfAnUnknownKeyFails() async throws {
        _ = try makeSession()
        await #expect(throws: StoreKitError.self) {
            try await buy("silver", options: Set(Product.PurchaseOption.promotionalOffer("loyal", compactJWS: "a.b.c")))
        }
    }

    @Test func anEligibilityThatCannotBeVerifiedMeansTheFullPrice() async throws {
        _ = try makeSession()
        let bought = try await buy("silver", options: [.introductoryOfferEligibility(compactJWS: "a.b.c")])
        #expect(bought.offer == nil)
    }

    @Test func aWinBackOfferIsGivenToWhoLapsed() async throws {
        let session = try makeSession()
        try await buy("silver")
        try session.expireSubscription(productIdentifier: "silver")
        session.advance(by: .seconds(86_400))
        let silver = try await product("silver")
        let status = try #require(try await silver.subscription?.status.first)
        #expect(try status.renewalInfo.payloadValue.eligibleWinBackOfferIDs == ["comeback"])
        let offer = try #require(silver.subscription?.winBackOffers.first)
        let bought = try await buy("silver", options: [.winBackOffer(offer)])
        #expect(bought.offer?.type == .winBack)
        #expect(bought.offer?.id == "comeback")
    }

    @Test func twoOffersAtOnceAreRefused() async throws {
        _ = try makeSession()
        let offer = try #require(try await product("silver").subscription?.winBackOffers.first)
        await #expect(throws: Product.PurchaseError.ineligibleForOffer) {
            try await buy("silver", options: [.winBackOffer(offer), .codeOffer(referenceName: "SPRING")])
        }
    }

    // MARK: Storefront

    @Test func anotherStorefrontAsksTheAppWhetherToGoOn() async throws {
        let session = try makeSession()
        let lifetime = try await product("lifetime")
        session.storefront = "FRA"
        let refused = try await lifetime.purchase(options: [.onStorefrontChange { $0.countryCode != "FRA" }])
        guard case .userCancelled = refused else {
            Issue.record("the purchase went on: \(refused)")
            return
        }
        #expect(try await StoreKit.Transaction.all.verified.isEmpty)
        let accepted = try await lifetime.purchase(options: [.onStorefrontChange { $0.countryCode == "FRA" }])
        guard case .success(let result) = accepted else {
            Issue.record("the purchase did not go on: \(accepted)")
            return
        }
        #expect(try result.payloadValue.storefront.countryCode == "FRA")
    }

    // MARK: Changes of subscription

    @Test func aDowngradeGivesBackWhatIsHeldUntilTheNextRenewal() async throws {
        let session = try makeSession()
        let gold = try await buy("gold")
        let downgraded = try await buy("silver")
        #expect(downgraded.id == gold.id)
        let status = try #require(try await product("gold").subscription?.status.first)
        #expect(try status.renewalInfo.payloadValue.autoRenewPreference == "silver")
        session.advance(to: try #require(gold.expirationDate))
        #expect(try await StoreKit.Transaction.currentEntitlements.verified.map(\.productID) == ["silver"])
    }
}
