import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@testable import StoreKit

/// The seam between the unfinished transactions that a listener begins with and what is sent live.
@Suite(.timeLimit(.minutes(5))) struct TransactionUpdatesTests {
    private let store: ScriptedAppStore
    private let device: InstalledDevice

    init() throws {
        store = try ScriptedAppStore()
        device = try store.makeDevice()
    }

    private func ids(_ updates: TransactionUpdates, count: Int) async throws -> [UInt64] {
        var ids: [UInt64] = []
        while ids.count < count { ids.append(try #require(await updates.next()).payloadValue.id) }
        return ids
    }

    @Test func whatTheListContainsIsNotRepeatedByItsDelivery() async throws {
        let one = try store.transaction(id: 1)
        let two = try store.transaction(id: 2)
        store.setUnfinished([one, two], position: 2)
        store.whileAnswering { [store] in
            store.deliver(one, position: 1)
            store.deliver(two, position: 2)
        }
        let updates = TransactionUpdates(place: .device(device))
        #expect(try await ids(updates, count: 2) == [1, 2])
        store.deliver(try store.transaction(id: 3), position: 3)
        #expect(try await ids(updates, count: 1) == [3])
    }

    @Test func aDeliveryThatComesLateIsStillRecognised() async throws {
        let one = try store.transaction(id: 1)
        store.setUnfinished([one], position: 1)
        let updates = TransactionUpdates(place: .device(device))
        #expect(try await ids(updates, count: 1) == [1])
        store.deliver(one, position: 1)
        store.deliver(try store.transaction(id: 2), position: 2)
        #expect(try await ids(updates, count: 1) == [2])
    }

    @Test func whatHappensAfterTheListIsNotMissed() async throws {
        store.setUnfinished([], position: 4)
        let five = try store.transaction(id: 5)
        store.whileAnswering { [store] in store.deliver(five, position: 5) }
        #expect(try await ids(TransactionUpdates(place: .device(device)), count: 1) == [5])
    }

    @Test func aChangeOfATransactionInTheListComesAfterIt() async throws {
        let bought = try store.transaction(id: 1)
        let refunded = try store.transaction(id: 1) { $0.revocationDate = $0.signedDate }
        store.setUnfinished([bought], position: 1)
        store.whileAnswering { [store] in store.deliver(refunded, position: 2) }
        let updates = TransactionUpdates(place: .device(device))
        #expect(try #require(await updates.next()).payloadValue.revocationDate == nil)
        #expect(try #require(await updates.next()).payloadValue.revocationDate != nil)
    }

    @Test func finishingTakesBackWhatWaitsUpToItsRevisionOnly() async throws {
        let now = Timestamp(.now)
        for milliseconds in [0, 1, 2] as [Int64] {
            let change = try store.transaction(id: 1) {
                $0.signedDate = Timestamp(rawValue: now.rawValue + milliseconds)
            }
            store.deliver(change, position: UInt64(milliseconds) + 1)
        }
        await device.finish(transactionID: 1, signedDate: Timestamp(rawValue: now.rawValue + 1))
        let updates = TransactionUpdates(place: .device(device))
        let waited = try #require(await updates.next()).payloadValue
        #expect(waited.record.payload.signedDate == Timestamp(rawValue: now.rawValue + 2))
        store.deliver(try store.transaction(id: 2), position: 4)
        #expect(try await ids(updates, count: 1) == [2])
    }

    @Test func aListenerFollowsADeviceThatIsInstalledAgain() async throws {
        let registry = DeviceRegistry()
        let scope = DeviceScope(name: "test")
        let other = try ScriptedAppStore()
        let successor = try other.makeDevice()
        registry.install(device, owner: device, in: scope)
        let updates = TransactionUpdates(place: .device(device))
        store.setUnfinished([try store.transaction(id: 1)], position: 1)
        #expect(try await ids(updates, count: 1) == [1])
        registry.install(successor, owner: successor, in: scope)
        other.setUnfinished([try other.transaction(id: 2)], position: 1)
        #expect(try await ids(updates, count: 1) == [2])
        // Arrives while the device is replaced.
        store.deliver(try store.transaction(id: 3), position: 2)
        registry.install(device, owner: device, in: scope)
        #expect(try await ids(updates, count: 2) == [1, 3])
        let later = TransactionUpdates(place: .device(successor.newest))
        #expect(try await ids(later, count: 1) == [1])
        store.deliver(try store.transaction(id: 4), position: 3)
        #expect(try await ids(updates, count: 1) == [4])
        #expect(try await ids(later, count: 1) == [4])
    }

    @Test func aStoreThatCannotBeReachedIsAskedAgain() async throws {
        store.setUnfinished([try store.transaction(id: 1)], position: 1)
        store.fail(1)
        let updates = TransactionUpdates(place: .device(device))
        let received = Task { try await ids(updates, count: 2) }
        await eventually("listening") { device.transactionChanges.readerCount > 0 }
        store.deliver(try store.transaction(id: 2), position: 2)
        #expect(try await Set(received.value) == [1, 2])
    }

    @Test func whatCannotBeReadIsLeftOut() async throws {
        store.setUnfinished(
            [SignedObject(transactionID: 1) { "garbage" }, try store.transaction(id: 2)], position: 2)
        #expect(try await ids(TransactionUpdates(place: .device(device)), count: 1) == [2])
    }

    @Test func aListenerThatIsGoneHoldsNothing() async throws {
        store.setUnfinished([try store.transaction(id: 1)], position: 1)
        var leaving: TransactionUpdates? = TransactionUpdates(place: .device(device))
        let staying = TransactionUpdates(place: .device(device))
        #expect(try await ids(try #require(leaving), count: 1) == [1])
        #expect(try await ids(staying, count: 1) == [1])
        for id in 2...10 as ClosedRange<UInt64> { store.deliver(try store.transaction(id: id), position: id) }
        #expect(try await ids(staying, count: 9) == Array(2...10))
        #expect(device.transactionChanges.heldCount == 9)
        leaving = nil
        #expect(device.transactionChanges.readerCount == 1)
        #expect(device.transactionChanges.heldCount == 0)
    }

    @Test func theDeviceGoesAwayWithItsLastUser() throws {
        let store = try ScriptedAppStore()
        weak var forgotten: InstalledDevice?
        do {
            let device = try store.makeDevice()
            let updates = TransactionUpdates(place: .device(device))
            forgotten = device
            _ = updates
        }
        #expect(forgotten == nil)
    }

    @Test func aListenerOfAnAppThatEndedIsGivenNothingMore() async throws {
        store.setUnfinished([try store.transaction(id: 1), try store.transaction(id: 2)], position: 2)
        let updates = TransactionUpdates(place: .device(device))
        #expect(try await ids(updates, count: 1) == [1])
        device.endApp()
        #expect(await updates.next() == nil)
        #expect(try await ids(TransactionUpdates(place: .device(device)), count: 2) == [1, 2])
    }

    @Test func aDeviceThatIsUninstalledEndsItsListeners() async throws {
        let registry = DeviceRegistry()
        let scope = DeviceScope(name: "test")
        registry.install(device, owner: device, in: scope)
        let updates = TransactionUpdates(place: .device(device))
        let ended = Task { await updates.next() == nil }
        registry.uninstall(device)
        #expect(await ended.value)
        #expect(throws: NoDeviceError.noneInstalled) { try registry.resolve(scope).get() }
    }
}
