import AppStoreData
import Foundation
import Testing

@testable import StoreKit

@Suite struct AdvancedCommerceInfoTests {
    private func read(_ json: String) throws -> Transaction.AdvancedCommerceInfo? {
        let jws = EmptyAppStore.jws(payload: "{\"advancedCommerceInfo\": \(json)}")
        return try Transaction(
            record: SignedRecord(
                payload: TransactionPayload(unverifiedJWS: jws), jws: jws, device: EmptyAppStore.device())
        ).advancedCommerceInfo
    }

    @Test func amountsTaxesAndNamesAreRead() throws {
        let info = try #require(
            try read(
                #"""
                {"requestReferenceId": "r-1", "taxCode": "C003", "taxRate": "0.2", "estimatedTax": 400,
                 "taxExclusivePrice": 1990, "period": "P1M",
                 "descriptors": {"description": "All of it", "displayName": "Everything"}, "items": []}
                """#))
        #expect(info.requestReferenceID == "r-1" && info.taxCode == "C003")
        #expect(info.taxRate == Decimal(string: "0.2") && info.estimatedTax == Decimal(string: "0.4"))
        #expect(info.taxExclusivePrice == Decimal(string: "1.99"))
        #expect(info.period == .monthly)
        #expect(info.displayName == "Everything" && info.description == "All of it")
        #expect(info.items.isEmpty)
    }

    @Test func anItemCarriesItsOfferAndItsRefunds() throws {
        let info = try #require(
            try read(
                #"""
                {"items": [{"SKU": "news", "displayName": "News", "description": "Daily", "price": 2990,
                    "offer": {"period": "P1W", "periodCount": 2, "price": 990, "reason": "RETENTION"},
                    "revocationDate": 2000,
                    "refunds": [{"refundAmount": 500, "refundDate": 1000, "refundReason": "LEGAL",
                        "refundType": "PRORATED"}]}]}
                """#))
        let item = try #require(info.items.first)
        #expect(item.details.sku == "news" && item.details.price == Decimal(string: "2.99"))
        #expect(item.revocationDate == Date(timeIntervalSince1970: 2))
        let offer = try #require(item.details.offer)
        #expect(offer.period == .weekly && offer.periodCount == 2 && offer.reason == .retention)
        #expect(offer.price == Decimal(string: "0.99"))
        let refund = try #require(item.refunds?.first)
        #expect(refund.amount == Decimal(string: "0.5") && refund.date == Date(timeIntervalSince1970: 1))
        #expect(refund.reason == .legal && refund.type == .proRated)
    }

    @Test func anItemWithoutRefundsHasNone() throws {
        let item = try #require(try read(#"{"items": [{"SKU": "news"}]}"#)?.items.first)
        #expect(item.refunds == nil && item.revocationDate == nil && item.details.offer == nil)
    }

    @Test func anOrdinaryPurchaseHasNoSuchInfo() throws {
        #expect(try read("null") == nil)
    }

    @Test func whatTheRenewalWillChargeIsRead() throws {
        let jws = EmptyAppStore.jws(
            payload: #"""
                {"advancedCommerceInfo": {"period": "P1Y", "consistencyToken": "t", "requestReferenceId": "r-2",
                 "taxCode": "C001", "descriptors": {"description": "d", "displayName": "n"},
                 "items": [{"SKU": "a", "price": 1000}]}}
                """#)
        let renewal = try Product.SubscriptionInfo.RenewalInfo(
            record: SignedRecord(
                payload: RenewalInfoPayload(unverifiedJWS: jws), jws: jws, device: EmptyAppStore.device()))
        let info = try #require(renewal.advancedCommerceInfo)
        #expect(info.period == .yearly && info.consistencyToken == "t" && info.requestReferenceID == "r-2")
        #expect(info.items.map(\.details.sku) == ["a"] && info.items.first?.details.price == 1)
    }
}
