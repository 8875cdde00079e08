import AppStoreData
import AppStoreSimulator
import Testing

@testable import StoreKit

@Suite struct BillingPlanOptionTests {
    @Test func theStoreIsAskedForTheBillingPlan() throws {
        let request = try EmptyAppStore.device().purchaseRequest(
            productID: "yearly", options: [.billingPlanType(.monthly)])
        #expect(request.billingPlanType == .monthly)
    }

    @Test func withoutTheOptionTheStoreChooses() throws {
        let request = try EmptyAppStore.device().purchaseRequest(productID: "yearly", options: [.quantity(1)])
        #expect(request.billingPlanType == nil)
    }
}
