import AppStoreData
import Foundation
import Testing

@testable import StoreKit

@Suite struct NewerFieldsTests {
    private func renewalInfo(_ payload: String) throws -> Product.SubscriptionInfo.RenewalInfo {
        let jws = EmptyAppStore.jws(payload: payload)
        return try Product.SubscriptionInfo.RenewalInfo(
            record: SignedRecord(
                payload: RenewalInfoPayload(unverifiedJWS: jws), jws: jws, device: EmptyAppStore.device()))
    }

    private func appTransaction(_ payload: String) throws -> AppTransaction {
        let jws = EmptyAppStore.jws(payload: payload)
        return try AppTransaction(
            record: SignedRecord(
                payload: AppTransactionPayload(unverifiedJWS: jws), jws: jws, device: EmptyAppStore.device()))
    }

    @Test func aRenewalOfABundleNamesIt() throws {
        let info = try renewalInfo(#"{"bundleProductId": "everything", "bundleSubscriptionGroupId": "G7"}"#)
        #expect(info.bundleProductID == "everything")
        #expect(info.bundleSubscriptionGroupID == "G7")
    }

    @Test func aRenewalOutsideABundleNamesNone() throws {
        let info = try renewalInfo(#"{"productId": "monthly"}"#)
        #expect(info.bundleProductID == nil && info.bundleSubscriptionGroupID == nil)
    }

    @Test func aRevokedAppSaysSince() throws {
        #expect(try appTransaction(#"{"revocationDate": 1500}"#).revocationDate == Date(timeIntervalSince1970: 1.5))
        #expect(try appTransaction(#"{"bundleId": "com.example.app"}"#).revocationDate == nil)
    }

    @Test func anItemTellsOfItsPriceIncrease() throws {
        let info = try renewalInfo(
            #"""
            {"advancedCommerceInfo": {"period": "P1M", "items": [
                {"SKU": "a", "price": 1000, "priceIncreaseInfo":
                    {"price": 1990, "status": "PENDING", "dependentSKUs": ["b"]}},
                {"SKU": "b", "price": 2000}]}}
            """#)
        let items = try #require(info.advancedCommerceInfo).items
        let increase = try #require(items.first?.priceIncreaseInfo)
        #expect(increase.price == Decimal(string: "1.99"))
        #expect(increase.status == .pending)
        #expect(increase.dependentSKUs == ["b"])
        #expect(items.count == 2 && items.last?.priceIncreaseInfo == nil)
    }

    @Test func unpublishedValuesMatchNothingThatIsKnown() {
        let types: [Transaction.RevocationType] = [.fullRefund, .proratedRefund, .familyRevocation]
        #expect(!types.contains(.assignmentRevocation))
        let reasons: [Transaction.RevocationReason] = [.other, .developerIssue]
        #expect(!reasons.contains(.upgradedToBundle))
    }
}
