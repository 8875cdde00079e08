import Foundation
import StoreKit
import StoreKitTest
import Testing

/// What apps rely on about transactions and is not one call's own: what agrees with what, and when.
@Suite(.timeLimit(.minutes(1))) struct TransactionSemanticsTests {
    // MARK: Sequences

    @Test func aRefundIsGoneFromTheEntitlementsByTheTimeItIsAnnounced() async throws {
        let session = try makeSession()
        let bought = try await buy("lifetime")
        await bought.finish()
        var updates = Transaction.updates.makeAsyncIterator()
        async let announced = updates.nextVerified()
        try session.refundTransaction(identifier: UInt(bought.id))

        #expect(try await announced.revocationDate == session.now)
        #expect(try await Transaction.currentEntitlements.verified.isEmpty)
    }

    @Test func aRenewalIsAnEntitlementByTheTimeItIsAnnounced() async throws {
        let session = try makeSession()
        await (try await buy("gold")).finish()
        var updates = Transaction.updates.makeAsyncIterator()
        async let announced = updates.nextVerified()
        session.advance(by: .seconds(31 * 86_400))

        let renewal = try await announced
        #expect(renewal.reason == .renewal)
        #expect(try await Transaction.currentEntitlements.verified == [renewal])
    }

    @Test func allKeepsWhatStoreKitKeepsAndForgetsFinishedConsumables() async throws {
        let session = try makeSession()
        let forgotten = try await buy("coins")
        let refunded = try await buy("coins")
        for consumable in [forgotten, refunded] { await consumable.finish() }
        try session.refundTransaction(identifier: UInt(refunded.id))
        let unfinished = try await buy("coins")
        let lifetime = try await buy("lifetime")
        let season = try await buy("season")
        let silver = try await buy("silver")
        let gold = try await buy("gold")
        try session.forceRenewalOfSubscription(productIdentifier: "gold")
        let renewal = try #require(await Transaction.latest(for: "gold")).payloadValue
        await (try #require(await Transaction.latest(for: "gold")).payloadValue).finish()

        #expect(
            try await Set(Transaction.all.verified.map(\.id))
                == Set([refunded, unfinished, lifetime, season, silver, gold, renewal].map(\.id)))
    }

    @Test func latestIsTheMostRecentEvenIfItIsRevokedOrExpired() async throws {
        let session = try makeSession()
        let bought = try await buy("lifetime")
        try session.refundTransaction(identifier: UInt(bought.id))
        try await buy("gold")
        try session.expireSubscription(productIdentifier: "gold")

        #expect(try await Transaction.latest(for: "lifetime")?.payloadValue.revocationDate != nil)
        #expect(try await Transaction.latest(for: "gold")?.payloadValue.expirationDate == session.now)
        #expect(await Transaction.latest(for: "silver") == nil)
    }

    @Test func aRefundClearsNeitherTheExpirationDateNorThatItWasFinished() async throws {
        let session = try makeSession()
        let bought = try await buy("gold")
        await bought.finish()
        try session.refundTransaction(identifier: UInt(bought.id))

        let refunded = try #require(await Transaction.latest(for: "gold")).payloadValue
        #expect(refunded.id == bought.id)
        #expect(refunded.expirationDate == bought.expirationDate)
        #expect(refunded.revocationType == .fullRefund)
        #expect(refunded.revocationPercentage == 100)
        #expect(refunded.signedDate > bought.signedDate)
        #expect(try await Transaction.unfinished.verified.isEmpty)
    }

    @Test func aFamilyMembersTransactionIsTheirsAndGoesWithTheSharing() async throws {
        let session = try makeSession()
        session.startFamilySharing(with: "sister")
        let bought = try await buy("gold")

        let sister = try session.device(named: "phone", account: "sister")
        let shared = try await sister.run { try await Transaction.currentEntitlements.verified }
        #expect(shared.map(\.ownershipType) == [.familyShared])
        #expect(shared.map(\.id) != [bought.id])

        session.stopFamilySharing(with: "sister")
        #expect(try await sister.run { try await Transaction.currentEntitlements.verified }.isEmpty)
        let revoked = try await sister.run { try await Transaction.all.verified }
        #expect(revoked.map(\.revocationType) == [.familyRevocation])
    }

    // MARK: Purchases

    @Test func theAppAccountTokenGoesFromThePurchaseToItsRenewalsAndItsRenewalInfo() async throws {
        let session = try makeSession()
        let token = try #require(UUID(uuidString: "A0B1C2D3-E4F5-4678-9ABC-DEF012345678"))
        let bought = try await buy("gold", options: [.appAccountToken(token)])
        try session.forceRenewalOfSubscription(productIdentifier: "gold")

        let renewal = try #require(await Transaction.latest(for: "gold")).payloadValue
        #expect(renewal.id != bought.id)
        #expect(renewal.appAccountToken == token)
        #expect(try await renewal.subscriptionStatus?.renewalInfo.payloadValue.appAccountToken == token)
        let json = try #require(
            try JSONSerialization.jsonObject(with: renewal.jsonRepresentation) as? [String: Any])
        #expect(json["appAccountToken"] as? String == token.uuidString.lowercased())
    }

    @Test func buyingAnOwnedNonConsumableReturnsTheOriginalWithItsDates() async throws {
        let session = try makeSession()
        let first = try await buy("lifetime")
        session.advance(by: .seconds(1000))

        let second = try await buy("lifetime")

        #expect((second.id, second.purchaseDate) == (first.id, first.purchaseDate))
        #expect(session.allTransactions().count == 1)
    }

    @Test func aSimulatedCancellationIsThrownAndNotReturned() async throws {
        let session = try makeSession()
        let lifetime = try await product("lifetime")
        try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)

        let error = await #expect(throws: StoreKitError.self) { try await lifetime.purchase() }
        guard case .userCancelled = error else {
            Issue.record("threw \(error as Any)")
            return
        }
    }

    @Test func aRequestThatWaitsIsInNoSequenceAndKnownToTheSession() async throws {
        let session = try makeSession()
        session.askToBuyEnabled = true
        guard case .pending = try await product("gold").purchase() else {
            Issue.record("the purchase does not wait")
            return
        }

        #expect(try await Transaction.all.verified.isEmpty)
        #expect(try await Transaction.unfinished.verified.isEmpty)
        let request = try #require(session.allTransactions().first)
        #expect(request.pendingAskToBuyConfirmation)
        #expect(request.state == .deferred)
    }

    // MARK: What is signed

    @Test func identifiersAreTextInTheJSONAndCountFromZero() async throws {
        let session = try makeSession()
        let ids = [try await buy("gold").id, try await buy("coins").id]
        #expect(ids == [0, 1])

        let gold = try #require(await Transaction.latest(for: "gold")).payloadValue
        let json = try #require(try JSONSerialization.jsonObject(with: gold.jsonRepresentation) as? [String: Any])
        #expect(json["transactionId"] as? String == "0")
        #expect(json["originalTransactionId"] as? String == "0")
        #expect(json["environment"] as? String == "Xcode")
        #expect(json["price"] as? Int == 9990)
        #expect(json["currency"] as? String == "USD")
        #expect(json["storefrontId"] as? String == "143441")
        #expect(json["purchaseDate"] as? Int64 == Int64(session.now.timeIntervalSince1970 * 1000))
        #expect(json["isUpgraded"] == nil || json["isUpgraded"] as? Bool == false)
        #expect(json["revocationDate"] == nil)
    }
}
