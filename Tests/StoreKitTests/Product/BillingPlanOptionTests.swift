import AppStoreSimulator
import Testing

@testable import StoreKit

@Suite struct BillingPlanOptionTests {
    @Test func billingUpFrontIsWhatTheStoreDoesAnyway() throws {
        let device = try EmptyAppStore.device()
        let request = try device.purchaseRequest(productID: "yearly", options: [.billingPlanType(.upFront)])
        #expect(try request == device.purchaseRequest(productID: "yearly", options: []))
    }

    @Test(arguments: [Product.SubscriptionInfo.BillingPlanType.monthly, .init(rawValue: "WEEKLY")])
    func aPlanThatTheStoreCannotBillIsRefused(_ plan: Product.SubscriptionInfo.BillingPlanType) throws {
        let device = try EmptyAppStore.device()
        let error = try #require(throws: StoreKitError.self) {
            try device.purchaseRequest(productID: "yearly", options: [.billingPlanType(plan)])
        }
        guard case .unsupported = error else {
            Issue.record("\(error) instead of unsupported")
            return
        }
    }
}
