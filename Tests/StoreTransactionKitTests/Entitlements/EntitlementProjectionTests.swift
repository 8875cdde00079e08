import Foundation
import StoreKit
import Testing

@testable import StoreTransactionKit

@Suite struct EntitlementProjectionTests {
    var projection = EntitlementProjection()
    var handling = HandlingMachine()

    @Test mutating func nothingIsShownBeforeTheFirstReading() {
        #expect(projection.shown == nil)
    }

    @Test mutating func anEmptyReadingIsKnownToBeEmpty() {
        #expect(read([]))
        #expect(projection.shown == [])
    }

    @Test mutating func aReadingOfTheSameRevisionsChangesNothing() {
        #expect(read([.sample(1)]))
        #expect(!read([.sample(1)]))
    }

    @Test mutating func whatIsShownIsOrderedByProductThenDateThenIdentifier() {
        read([
            .sample(4, product: "pro"), .sample(3, product: "plus", bought: 2), .sample(2, product: "plus", bought: 1),
            .sample(1, product: "plus", bought: 2),
        ])
        #expect(projection.shown?.map(\.id) == [2, 1, 3, 4])
    }

    @Test mutating func aTransactionThatCouldNotBeHandledWithholdsOnlyItself() {
        fail(.sample(1, product: "plus"))
        read([.sample(1, product: "plus"), .sample(2, product: "lifetime", type: .nonConsumable, expires: nil)])
        #expect(projection.shown?.map(\.id) == [2])
        #expect(projection.withheld.map(\.id) == [1])
    }

    @Test mutating func aFailedConsumableWithholdsNothing() {
        fail(.sample(1, product: "coins", type: .consumable, expires: nil))
        read([])
        #expect(projection.shown == [])
    }

    @Test mutating func anEmptyListIsNotTheFirstOneShownWhileSomethingIsWithheld() {
        fail(.sample(1))
        #expect(!read([.sample(1)]))
        #expect(projection.shown == nil)
        succeed(.sample(1))
        #expect(read([.sample(1)]))
        #expect(projection.shown?.map(\.id) == [1])
    }

    @Test mutating func onceShownWhatWasLeftMayBeEmpty() {
        read([])
        fail(.sample(1))
        read([.sample(1)])
        #expect(projection.shown == [])
    }

    @Test mutating func aRenewalThatCouldNotBeHandledLeavesThePeriodBeforeInPlaceEvenPastItsEnd() {
        read([.sample(1)])
        fail(.sample(2, of: 1, bought: 30, expires: 60))
        #expect(!read([.sample(2, of: 1, bought: 30, expires: 60)], on: 31))
        #expect(projection.shown?.map(\.id) == [1])
        succeed(.sample(2, of: 1, bought: 30, expires: 60))
        read([.sample(2, of: 1, bought: 30, expires: 60)], on: 31)
        #expect(projection.shown?.map(\.id) == [2])
    }

    @Test mutating func aRefundIsShownOnlyWhenItHasBeenHandled() {
        read([.sample(1)])
        arrive(.sample(1, revoked: 3))
        #expect(!read([]))
        #expect(projection.shown?.map(\.id) == [1])
        _ = handling.handle(.handlerReturned(StoreTransactionSnapshot.sample(1, revoked: 3).revision))
        _ = handling.handle(.finished(StoreTransactionSnapshot.sample(1, revoked: 3).revision))
        #expect(read([]))
        #expect(projection.shown == [])
    }

    @Test mutating func aRefundThatCouldNotBeHandledIsShownAllTheSame() {
        read([.sample(1)])
        fail(.sample(1, revoked: 3))
        read([])
        #expect(projection.shown == [])
    }

    @Test mutating func whatAnUpgradeSupersededStaysUntilItsPeriodEnds() {
        let plus = StoreTransactionSnapshot.sample(1, product: "plus", expires: 30, isUpgraded: true)
        let pro = StoreTransactionSnapshot.sample(2, of: 1, product: "pro", bought: 10, expires: 40)
        read([pro], upgraded: [plus], on: 10)
        #expect(projection.shown == [plus, pro])
        read([pro], upgraded: [plus], on: 30)
        #expect(projection.shown == [pro])
    }

    @Test mutating func whatWasUpgradedAndThenRefundedIsNotShown() {
        let pro = StoreTransactionSnapshot.sample(2, of: 1, product: "pro", bought: 10, expires: 40)
        read([pro], upgraded: [.sample(1, revoked: 11, isUpgraded: true)], on: 12)
        #expect(projection.shown == [pro])
    }

    @Test mutating func whatWasUpgradedLeavesWithTheSubscription() {
        read([], upgraded: [.sample(1, isUpgraded: true)], on: 10)
        #expect(projection.shown == [])
    }

    @Test mutating func anUpgradeThatCouldNotBeHandledLeavesTheLowerLevelActive() {
        read([.sample(1, product: "plus")])
        let pro = StoreTransactionSnapshot.sample(2, of: 1, product: "pro", bought: 10, expires: 40)
        fail(pro)
        read([pro], upgraded: [.sample(1, product: "plus", isUpgraded: true)], on: 10)
        #expect(projection.shown?.map(\.isUpgraded) == [false])
        #expect(projection.shown?.map(\.id) == [1])
    }

    @Test mutating func theNextEndIsTheFirstThatIsStillToCome() {
        read([
            .sample(1, expires: 30), .sample(2, expires: 20),
            .sample(3, type: .nonConsumable, expires: nil),
        ])
        #expect(projection.nextEnd(after: .day(10)) == .day(20))
        #expect(projection.nextEnd(after: .day(20)) == .day(30))
        #expect(projection.nextEnd(after: .day(30)) == nil)
    }

    // MARK: What happens

    @discardableResult
    private mutating func read(
        _ current: [StoreTransactionSnapshot], upgraded: [StoreTransactionSnapshot] = [], on day: Int = 0
    ) -> Bool {
        projection.apply(
            EntitlementReading(current: current, upgraded: upgraded), handling: handling, now: .day(day)
        )
    }

    private mutating func arrive(_ transaction: StoreTransactionSnapshot) {
        _ = handling.handle(.arrived(Arrival(transaction, source: .updates), retries: true))
    }

    private mutating func fail(_ transaction: StoreTransactionSnapshot) {
        arrive(transaction)
        _ = handling.handle(.handlerThrew(transaction.revision, DiskFull()))
    }

    private mutating func succeed(_ transaction: StoreTransactionSnapshot) {
        arrive(transaction)
        _ = handling.handle(.handlerReturned(transaction.revision))
        _ = handling.handle(.finished(transaction.revision))
    }
}
