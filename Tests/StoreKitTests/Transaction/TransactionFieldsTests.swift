import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.timeLimit(.minutes(5))) struct TransactionFieldsTests {
    @Test func aFirstPurchaseCarriesWhatWasBought() async throws {
        let session = try makeSession()
        let token = UUID()
        let bought = try await buy("gold", options: [.appAccountToken(token)])
        #expect(bought.id == bought.originalID)
        #expect(bought.productID == "gold")
        #expect(bought.productType == .autoRenewable)
        #expect(bought.subscriptionGroupID == "B1000000")
        #expect(bought.appBundleID == "com.example.app")
        #expect(bought.purchaseDate == session.now)
        #expect(bought.originalPurchaseDate == session.now)
        #expect(bought.expirationDate == Date(timeIntervalSince1970: 1_769_904_000))
        #expect(bought.purchasedQuantity == 1)
        #expect(bought.appAccountToken == token)
        #expect(bought.environment == .xcode)
        #expect(bought.reason == .purchase)
        #expect(bought.storefront.countryCode == "USA")
        #expect(bought.storefront.id == "143441")
        #expect(bought.price == Decimal(string: "9.99"))
        #expect(bought.currency?.identifier == "USD")
        #expect(bought.ownershipType == .purchased)
        #expect(bought.offer == nil)
        #expect(bought.revocationDate == nil)
        #expect(!bought.isUpgraded)
        #expect(bought.appTransactionID == (try await AppTransaction.shared.payloadValue.appTransactionID))
    }

    @Test func theJSONIsThatOfTheSignedPayload() async throws {
        _ = try makeSession()
        let result = try #require(
            await { () -> VerificationResult<Transaction>? in
                _ = try? await buy("lifetime")
                return await Transaction.latest(for: "lifetime")
            }())
        let transaction = try result.payloadValue
        #expect(transaction.jsonRepresentation == result.payloadData)
        let json = try #require(try JSONSerialization.jsonObject(with: result.payloadData) as? [String: Any])
        #expect(json["transactionId"] as? String == "\(transaction.id)")
        #expect(json["productId"] as? String == "lifetime")
    }

    @Test func readAgainATransactionIsTheSameValueWithAnotherSignature() async throws {
        _ = try makeSession()
        try await buy("lifetime")
        let first = try #require(await Transaction.latest(for: "lifetime"))
        let second = try #require(await Transaction.latest(for: "lifetime"))
        #expect(first == second)
        #expect(Set([first, second]).count == 1)
        #expect(first.payloadData == second.payloadData)
    }

    @Test func aTransactionKnowsTheStatusOfItsSubscription() async throws {
        let session = try makeSession()
        let gold = try await buy("gold")
        #expect(await gold.subscriptionStatus?.state == .subscribed)
        try session.expireSubscription(productIdentifier: "gold")
        #expect(await gold.subscriptionStatus?.state == .expired)
        #expect(await (try buy("lifetime")).subscriptionStatus == nil)
    }
}
