import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct PurchaseSmokeTests {
    @Test func aConsumableIsBoughtListedAndFinished() throws {
        let store = makeStore()
        let device = store.device(named: "phone")
        guard case .purchased(let bought) = try device.purchase(PurchaseRequest(productID: "coins", quantity: 3)) else {
            Issue.record("not purchased")
            return
        }
        #expect(try bought.transaction.transactionID == "0")
        #expect(try bought.transaction.quantity == 3)
        #expect(try device.transactions(.unfinished).transactions.map(\.transactionID) == [0])
        try device.finish(transactionID: 0)
        #expect(try device.transactions(.unfinished).transactions.isEmpty)
        #expect(try device.transactions(.all(productID: nil)).transactions.isEmpty)
    }

    @Test func aSubscriptionRenewsEveryMonth() throws {
        let store = makeStore()
        let device = store.device(named: "phone")
        _ = try device.purchase(PurchaseRequest(productID: "pro.monthly"))
        try store.advance(by: .seconds(86_400 * 65))
        let all = try device.transactions(.all(productID: nil)).transactions.map { try $0.transaction }
        #expect(all.map(\.transactionID) == ["2", "1", "0"])
        #expect(try device.transactions(.currentEntitlements(productID: nil)).transactions.map(\.transactionID) == [2])
    }
}
