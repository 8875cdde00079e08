import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.timeLimit(.minutes(5))) struct ProductTests {
    @Test func productsComeInTheOrderOfTheFileAndUnknownOnesAreLeftOut() async throws {
        _ = try makeSession()
        let products = try await Product.products(for: ["silver", "nothing", "lifetime", "coins"])
        #expect(products.map(\.id) == ["coins", "lifetime", "silver"])
    }

    @Test func aProductIsDescribedInTheStoresLanguageAndCurrency() async throws {
        let session = try makeSession()
        let lifetime = try await product("lifetime")
        #expect(lifetime.displayName == "Lifetime")
        #expect(lifetime.description == "Everything for good")
        #expect(lifetime.price == Decimal(string: "19.99"))
        #expect(lifetime.displayPrice == "$19.99")
        #expect(lifetime.isFamilyShareable)
        #expect(lifetime.type == .nonConsumable)
        #expect(lifetime.subscription == nil)

        session.storefront = "DEU"
        session.locale = Locale(identifier: "de")
        let german = try await product("lifetime")
        #expect(german.displayName == "Lifetime (de)")
        #expect(german.priceFormatStyle.currencyCode == "EUR")
        #expect(german.displayPrice.contains("€"))
        #expect(german != lifetime)
    }

    @Test func aSubscriptionTellsItsOffersAndItsPlaceInTheGroup() async throws {
        _ = try makeSession()
        let silver = try await product("silver")
        let info = try #require(silver.subscription)
        #expect(info.subscriptionGroupID == "B1000000")
        #expect(info.groupLevel == 2)
        #expect(info.groupDisplayName == "Premium")
        #expect(info.subscriptionPeriod == .monthly)
        let introductory = try #require(info.introductoryOffer)
        #expect(introductory.id == nil)
        #expect(introductory.type == .introductory)
        #expect(introductory.paymentMode == .freeTrial)
        #expect(introductory.period == .weekly)
        #expect(introductory.price == 0)
        let promotional = try #require(info.promotionalOffers.first)
        #expect(promotional.id == "loyal")
        #expect(promotional.paymentMode == .payAsYouGo)
        #expect(promotional.periodCount == 3)
        #expect(promotional.displayPrice == "$1.99")
        #expect(info.winBackOffers.map(\.id) == ["comeback"])
    }

    @Test func aProductIsItsJSON() async throws {
        _ = try makeSession()
        let json = try #require(
            try JSONSerialization.jsonObject(with: await product("silver").jsonRepresentation) as? [String: Any])
        #expect(json["id"] as? String == "B1000002")
        let attributes = try #require(json["attributes"] as? [String: Any])
        #expect(attributes["offerName"] as? String == "silver")
        #expect(attributes["subscriptionFamilyId"] as? String == "B1000000")
    }

    @Test func aPromotionKeepsItsOrderAndVisibility() async throws {
        _ = try makeSession()
        #expect(try await Product.PromotionInfo.currentOrder.isEmpty)
        try await Product.PromotionInfo.updateProductOrder(byID: ["gold", "coins"])
        try await Product.PromotionInfo.updateProductVisibility(.hidden, for: "coins")
        var order = try await Product.PromotionInfo.currentOrder
        #expect(order.map(\.productID) == ["gold", "coins"])
        #expect(order.map(\.visibility) == [.appStoreConnectDefault, .hidden])
        order[0].visibility = .visible
        try await order[0].update()
        #expect(try await Product.PromotionInfo.currentOrder.map(\.visibility) == [.visible, .hidden])
        try await Product.PromotionInfo.updateAll(order.reversed())
        #expect(try await Product.PromotionInfo.currentOrder.map(\.productID) == ["coins", "gold"])
    }

    @Test func anUnknownProductCannotBePromoted() async throws {
        _ = try makeSession()
        await #expect(throws: Product.PurchaseError.productUnavailable) {
            try await Product.PromotionInfo.updateProductOrder(byID: ["coins", "nothing"])
        }
        #expect(try await Product.PromotionInfo.currentOrder.isEmpty)
    }

    @Test func anAdvancedCommerceProductIsLoadedFromTheStore() async throws {
        let session = try makeSession()
        let bought = try await session.buyProduct(identifier: "lifetime")
        let generic = try await AdvancedCommerceProduct(id: "lifetime")
        #expect(generic.type == .nonConsumable)
        #expect(try await generic.latestTransaction?.payloadValue == bought)
        #expect(try await generic.currentEntitlements.verified == [bought])
        #expect(try await generic.allTransactions.verified == [bought])
        await #expect(throws: Product.PurchaseError.productUnavailable) {
            try await AdvancedCommerceProduct(id: "nothing")
        }
    }
}
