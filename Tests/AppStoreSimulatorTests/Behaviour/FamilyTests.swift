import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct FamilyTests {
    private let store: SimulatedAppStore
    private let parent: Inbox
    private let child: Inbox

    init() throws {
        var configuration = StoreConfiguration.sample
        configuration.products.append(.subscription("solo", level: 1, price: 5, isFamilyShareable: false))
        store = makeStore(configuration)
        parent = Inbox(store.device(named: "phone", account: "parent"))
        child = Inbox(store.device(named: "phone", account: "child"))
        try store.join(family: "smith", account: "parent")
        try store.join(family: "smith", account: "child")
    }

    @Test func aMemberHasATransactionOfItsOwnForWhatIsShared() throws {
        try parent.device.buy("lifetime") { $0.appAccountToken = UUID() }
        #expect(child.take() == ["lifetime 1 shared"])
        let shared = try child.device.list(.all(productID: nil))[0]
        #expect(shared.inAppOwnershipType == .familyShared)
        #expect(shared.originalTransactionID == "1")
        #expect(shared.appAccountToken == nil)
        #expect(shared.appTransactionID == "1")
        #expect(try child.device.entitlements == ["lifetime 1 shared"])
        #expect(try child.device.lines(.unfinished) == ["lifetime 1 shared"])
    }

    @Test func onlyShareableNonConsumablesAndSubscriptionsAreShared() throws {
        for productID in ["coins", "season", "solo"] { try parent.device.buy(productID) }
        #expect(child.take().isEmpty)
        #expect(try child.device.lines(.all(productID: nil)).isEmpty)
    }

    @Test func aSharedSubscriptionRenewsAndEndsWithTheOther() throws {
        try parent.device.buy("pro.monthly")
        #expect(child.take() == ["pro.monthly 1 shared", "status: active 1 renews"])
        try store.advance(by: .seconds(28 * 86_400))
        #expect(child.take() == ["pro.monthly 3 renewal shared", "status: active 3 renews"])
        #expect(try child.device.list(.latest(productID: "pro.monthly"))[0].originalTransactionID == "1")
        try store.setAutoRenew(false, transactionID: 0)
        #expect(child.take() == ["status: active 3"])
        try store.advance(by: .seconds(40 * 86_400))
        #expect(child.take() == ["status: expired 3 because 1"])
        #expect(try child.device.entitlements.isEmpty)
    }

    @Test func aPurchasersRefundRevokesTheMembersToo() throws {
        try parent.device.buy("pro.monthly")
        _ = child.take()
        try store.refund(transactionID: 0)
        #expect(child.take() == ["pro.monthly 1 shared revoked", "status: revoked 1"])
        let revoked = try child.device.list(.all(productID: nil))[0]
        #expect(revoked.revocationType == .familyRevoke)
        #expect(revoked.revocationPercentage == nil)
        try store.reverseRefund(transactionID: 0)
        #expect(child.take() == ["pro.monthly 1 shared", "status: active 1"])
    }

    @Test func leavingTheFamilyRevokesWhatIsShared() throws {
        try parent.device.buy("lifetime")
        try parent.device.buy("pro.monthly")
        _ = (parent.take(), child.take())
        try store.leaveFamily(account: "child")
        #expect(
            child.take() == ["lifetime 1 shared revoked", "pro.monthly 3 shared revoked", "status: revoked 3"])
        #expect(try child.device.entitlements.isEmpty)
        #expect(parent.take().isEmpty)
        try store.advance(by: .seconds(40 * 86_400))
        #expect(child.take().isEmpty)
        #expect(try parent.device.entitlements.count == 2)
    }

    @Test func whoJoinsGetsWhatIsAlreadyShared() throws {
        try parent.device.buy("lifetime")
        try parent.device.buy("pro.monthly")
        let late = Inbox(store.device(named: "phone", account: "late"))
        try store.join(family: "smith", account: "late")
        #expect(late.take() == ["lifetime 4 shared", "pro.monthly 5 shared", "status: active 5 renews"])
    }

    @Test func aPersonWhoReturnsHasTheSharedSubscriptionAgain() throws {
        try parent.device.buy("pro.monthly")
        try store.leaveFamily(account: "child")
        _ = child.take()
        try store.join(family: "smith", account: "child")
        #expect(child.take() == ["pro.monthly 2 shared", "status: active 2 renews"])
        #expect(try child.device.entitlements == ["pro.monthly 2 shared"])
        #expect(try store.machine.checkInvariants().isEmpty)
    }

    @Test func aGroupCanHaveSeveralStatuses() throws {
        try parent.device.buy("pro.monthly")
        try child.device.buy("plus.monthly")
        let statuses = try child.device.subscriptionStatuses(groupID: "group")
        #expect(try statuses.map { try $0.transaction.transaction.line } == ["plus.monthly 2", "pro.monthly 1 shared"])
        #expect(try child.device.entitlements == ["pro.monthly 1 shared", "plus.monthly 2"])
    }

    @Test func aMemberSeesAnUpgradeOfWhatIsShared() throws {
        try parent.device.buy("plus.monthly")
        _ = child.take()
        try parent.device.buy("pro.monthly")
        #expect(child.take() == ["plus.monthly 1 shared upgraded", "pro.monthly 3 shared", "status: active 3 renews"])
        #expect(try child.device.entitlements == ["pro.monthly 3 shared"])
    }

    @Test func aChangeToAProductThatCannotBeSharedEndsTheSharing() throws {
        try parent.device.buy("plus.monthly")
        _ = child.take()
        try parent.device.buy("solo")
        #expect(
            child.take() == [
                "plus.monthly 1 shared upgraded", "plus.monthly 1 shared upgraded revoked", "status: revoked 1",
            ])
        #expect(try child.device.entitlements.isEmpty)
    }

    @Test func aMemberCannotBeRefundedOrManageWhatItShares() throws {
        try parent.device.buy("pro.monthly")
        #expect(throws: StoreRefusal.self) { try store.refund(transactionID: 1) }
        #expect(throws: StoreRefusal.self) { try store.setAutoRenew(false, transactionID: 1) }
        #expect(throws: StoreRefusal.noSubscription(productID: "pro.monthly")) {
            try store.expireSubscription(productID: "pro.monthly", account: "child")
        }
    }

    @Test func billingTroubleIsSharedToo() throws {
        try parent.device.buy("pro.monthly")
        try store.updateSettings {
            $0.entersBillingRetryOnRenewal = true
            $0.isBillingGracePeriodEnabled = true
        }
        _ = child.take()
        try store.advance(by: .seconds(28 * 86_400))
        #expect(child.take() == ["status: grace 1 renews"])
        #expect(try child.device.entitlements == ["pro.monthly 1 shared"])
        try store.advance(by: .seconds(16 * 86_400))
        #expect(child.take() == ["status: retry 1 renews because 2"])
        #expect(try child.device.entitlements.isEmpty)
    }
}
