import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.timeLimit(.minutes(5))) struct SKTestDeviceTests {
    @Test func aPurchaseOnAnotherDeviceArrivesHere() async throws {
        let session = try makeSession()
        let tablet = try session.device(named: "tablet")
        try session.buyProduct(productIdentifier: "coins")
        var updates = Transaction.updates.makeAsyncIterator()
        _ = await updates.next()
        let bought = try await tablet.buyProduct(identifier: "lifetime")
        let arrived = try #require(await updates.next()).payloadValue
        #expect(arrived.id == bought.id)
        #expect(arrived.deviceVerification != bought.deviceVerification)
        #expect(try await Transaction.currentEntitlements.verified.map(\.id) == [bought.id])
    }

    @Test func codeRunsAsTheAppOnTheDevice() async throws {
        let session = try makeSession()
        let tablet = try session.device(named: "tablet")
        let here = AppStore.deviceVerificationID
        let there = try await tablet.run {
            _ = try await product("lifetime").purchase()
            return await Task { AppStore.deviceVerificationID }.value
        }
        #expect(there != nil)
        #expect(here != there)
        #expect(try await Transaction.unfinished.verified.map(\.productID) == ["lifetime"])
    }

    @Test func whatAnotherDeviceFinishesIsFinishedHere() async throws {
        let session = try makeSession()
        let bought = try await session.device(named: "tablet").buyProduct(identifier: "lifetime")
        await bought.finish()
        #expect(try await Transaction.unfinished.verified.isEmpty)
    }

    @Test func anotherCustomersPurchasesAreTheirOwn() async throws {
        let session = try makeSession()
        try await session.device(named: "phone", account: "stranger").buyProduct(identifier: "lifetime")
        #expect(try await Transaction.all.verified.isEmpty)
    }

    @Test func aFamilyMemberSharesUntilTheyLeave() async throws {
        let session = try makeSession()
        session.startFamilySharing(with: "sibling")
        let bought = try await session.device(named: "phone", account: "sibling").buyProduct(identifier: "gold")
        var updates = Transaction.updates.makeAsyncIterator()
        let shared = try #require(await updates.next()).payloadValue
        #expect(shared.productID == "gold")
        #expect(shared.ownershipType == .familyShared)
        #expect(shared.id != bought.id)
        #expect(try await Transaction.currentEntitlements.verified == [shared])
        session.stopFamilySharing(with: "sibling")
        let revoked = try #require(await updates.next()).payloadValue
        #expect(revoked.id == shared.id)
        #expect(revoked.revocationType == .familyRevocation)
        #expect(try await Transaction.currentEntitlements.verified.isEmpty)
    }
}
