import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct TransactionListTests {
    private let store = makeStore()
    private var phone: SimulatedDevice { store.device(named: "phone") }

    @Test func allIsNewestFirstAndHasEveryType() throws {
        for productID in ["coins", "lifetime", "season", "pro.monthly"] {
            try phone.buy(productID)
            try store.advance(by: .seconds(1))
        }
        #expect(try phone.lines(.all(productID: nil)) == ["pro.monthly 3", "season 2", "lifetime 1", "coins 0"])
        #expect(try phone.lines(.all(productID: "season")) == ["season 2"])
        #expect(try phone.lines(.all(productID: "unknown")).isEmpty)
    }

    @Test func unfinishedIsOldestFirstAndEndsWithFinishing() throws {
        for _ in 0..<3 { try phone.buy("coins") }
        #expect(try phone.lines(.unfinished) == ["coins 0", "coins 1", "coins 2"])
        try phone.finish(transactionID: 1)
        try phone.finish(transactionID: 1)
        #expect(try phone.lines(.unfinished) == ["coins 0", "coins 2"])
    }

    @Test func finishingWhatIsNotThereIsAnError() throws {
        #expect(throws: AppStoreConnectionError.noSuchTransaction(7)) { try phone.finish(transactionID: 7) }
    }

    @Test func anAccountCannotFinishAnothersTransaction() throws {
        try phone.buy("coins")
        let other = store.device(named: "phone", account: "other")
        #expect(throws: AppStoreConnectionError.noSuchTransaction(0)) { try other.finish(transactionID: 0) }
        #expect(try phone.lines(.unfinished) == ["coins 0"])
    }

    @Test func aFinishedConsumableIsHidden() throws {
        try phone.buy("coins")
        #expect(try phone.lines(.latest(productID: "coins")) == ["coins 0"])
        try phone.finish(transactionID: 0)
        #expect(try phone.lines(.all(productID: nil)).isEmpty)
        #expect(try phone.lines(.latest(productID: "coins")).isEmpty)
    }

    @Test func aFinishedConsumableIsListedWhenTheAppKeepsThem() throws {
        let store = SimulatedAppStore(
            configuration: .sample, app: AppIdentity(bundleID: "a", keepsFinishedConsumables: true),
            clock: .manual(startingAt: start), seed: 1, signer: plainSigner)
        let phone = store.device(named: "phone")
        try phone.buy("coins")
        try phone.finish(transactionID: 0)
        #expect(try phone.lines(.all(productID: nil)) == ["coins 0"])
    }

    @Test func aRefundedConsumableIsListedAlsoWhenFinished() throws {
        try phone.buy("coins")
        try phone.finish(transactionID: 0)
        try store.refund(transactionID: 0)
        #expect(try phone.lines(.all(productID: nil)) == ["coins 0 revoked"])
        #expect(try phone.lines(.latest(productID: "coins")) == ["coins 0 revoked"])
    }

    @Test func latestIsTheMostRecentAndMayBeRevokedOrExpired() throws {
        try phone.buy("pro.monthly")
        try store.advance(by: .seconds(40 * 86_400))
        #expect(try phone.lines(.latest(productID: "pro.monthly")) == ["pro.monthly 1 renewal"])
        try store.refund(transactionID: 1)
        #expect(try phone.lines(.latest(productID: "pro.monthly")) == ["pro.monthly 1 renewal revoked"])
        #expect(try phone.lines(.latest(productID: "lifetime")).isEmpty)
    }

    @Test func aPurchaseDatedInThePastIsListedByItsDate() throws {
        try phone.buy("coins")
        try phone.buy("season") { $0.purchaseDate = Timestamp(start.addingTimeInterval(-86_400)) }
        #expect(try phone.lines(.all(productID: nil)) == ["coins 0", "season 1"])
    }

    @Test func entitlementsAreNonConsumablesEveryNonRenewingAndRunningSubscriptions() throws {
        for productID in ["coins", "lifetime", "season", "season", "pro.monthly"] { try phone.buy(productID) }
        #expect(try phone.entitlements == ["lifetime 1", "season 2", "season 3", "pro.monthly 4"])
        #expect(try phone.lines(.currentEntitlements(productID: "lifetime")) == ["lifetime 1"])
        #expect(try phone.lines(.currentEntitlements(productID: "coins")).isEmpty)
    }

    @Test func finishingChangesNoEntitlement() throws {
        try phone.buy("lifetime")
        try phone.finish(transactionID: 0)
        #expect(try phone.entitlements == ["lifetime 0"])
        #expect(try phone.lines(.all(productID: nil)) == ["lifetime 0"])
    }

    @Test func aNonRenewingSubscriptionNeverExpires() throws {
        try phone.buy("season")
        try store.advance(by: .seconds(4_000 * 86_400))
        #expect(try phone.entitlements == ["season 0"])
        #expect(try phone.list(.all(productID: nil))[0].expiresDate == nil)
    }

    @Test func accountsHaveNothingToDoWithEachOther() throws {
        let other = store.device(named: "phone", account: "other")
        try other.buy("lifetime")
        #expect(try phone.lines(.all(productID: nil)).isEmpty)
        #expect(try other.entitlements == ["lifetime 0"])
    }

    @Test func finishingCostsTheSameHoweverManyWait() throws {
        for _ in 0..<3_000 { try phone.buy("coins") }
        for id in stride(from: 0, to: 3_000, by: 2) { try phone.finish(transactionID: UInt64(id)) }
        let left = try phone.transactions(.unfinished).transactions.compactMap(\.transactionID)
        #expect(left == Array(stride(from: UInt64(1), to: 3_000, by: 2)))
        #expect(try store.machine.checkInvariants().isEmpty)
    }

    @Test func aDeletedTransactionIsInNoList() throws {
        try phone.buy("lifetime")
        try phone.buy("coins")
        try store.delete(transactionID: 0)
        #expect(try phone.entitlements.isEmpty)
        #expect(try phone.lines(.all(productID: nil)) == ["coins 1"])
        #expect(throws: StoreRefusal.noSuchTransaction(0)) { try store.delete(transactionID: 0) }
    }

    @Test func deletingTheLatestPeriodLeavesTheOneBeforeAsExpired() throws {
        try phone.buy("pro.monthly")
        try store.advance(by: .seconds(40 * 86_400))
        try store.delete(transactionID: 1)
        #expect(try phone.entitlements.isEmpty)
        #expect(try phone.status()?.state == .expired)
        try store.delete(transactionID: 0)
        #expect(try phone.status() == nil)
        #expect(try phone.subscribedGroupIDs().isEmpty)
        #expect(try phone.buy("pro.monthly")?.originalTransactionID == "2")
    }

    @Test func clearingLeavesNothingAndIdentifiersGoOn() throws {
        try phone.buy("pro.monthly")
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        try phone.buy("coins")
        try store.clearTransactions()
        #expect(try phone.lines(.all(productID: nil)).isEmpty)
        #expect(try phone.status() == nil)
        #expect(try store.pendingPurchases().isEmpty)
        try store.updateSettings { $0.isAskToBuyEnabled = false }
        #expect(try phone.buy("coins")?.transactionID == "2")
    }
}
