import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct DeliveryTests {
    private let store = makeStore()

    @Test func aPurchaseInTheAppIsToldToTheOtherDevicesOnly() throws {
        let phone = Inbox(store.device(named: "phone"))
        let tablet = Inbox(store.device(named: "tablet"))
        let stranger = Inbox(store.device(named: "phone", account: "other"))
        try phone.device.buy("lifetime")
        #expect(phone.take().isEmpty)
        #expect(tablet.take() == ["lifetime 0"])
        #expect(stranger.take().isEmpty)
    }

    @Test func aPurchaseOutsideTheAppIsToldToThisDeviceToo() throws {
        let phone = Inbox(store.device(named: "phone"))
        try phone.device.buy("lifetime") { $0.isMadeInApp = false }
        #expect(phone.take() == ["lifetime 0"])
    }

    @Test func aRenewalIsAnnouncedTogetherWithItsStatus() throws {
        let phone = Inbox(store.device(named: "phone"))
        try phone.device.buy("pro.monthly")
        #expect(phone.take() == ["status: active 0 renews"])
        try store.advance(by: .seconds(28 * 86_400))
        #expect(phone.take() == ["pro.monthly 1 renewal", "status: active 1 renews"])
        #expect(try phone.device.entitlements == ["pro.monthly 1 renewal"])
    }

    @Test func whatIsToldIsInTheListsByThen() throws {
        let device = store.device(named: "phone")
        let seen = Lock<[[String]]>([])
        let token = device.listen { delivery, _ in
            guard case .transaction = delivery else { return }
            let entitlements = (try? device.entitlements) ?? []
            seen.withLock { $0.append(entitlements) }
        }
        try device.buy("lifetime") { $0.isMadeInApp = false }
        try store.refund(transactionID: 0)
        #expect(seen.withLock { $0 } == [["lifetime 0"], []])
        token.cancel()
    }

    @Test func whatADeliveryCausesIsDeliveredAfterIt() throws {
        let device = store.device(named: "phone")
        let lines = Lock<[String]>([])
        let token = device.listen { delivery, _ in
            guard case .transaction(let object) = delivery, let id = object.transactionID else { return }
            lines.withLock { $0.append("begins \(id)") }
            if id < 3 {
                _ = try? device.buy("coins") { $0.isMadeInApp = false }
            }
            lines.withLock { $0.append("ends \(id)") }
        }
        try device.buy("coins") { $0.isMadeInApp = false }
        #expect(
            lines.withLock { $0 }
                == ["begins 0", "ends 0", "begins 1", "ends 1", "begins 2", "ends 2", "begins 3", "ends 3"])
        token.cancel()
    }

    @Test(.timeLimit(.minutes(1))) func twoStoresMayUseEachOtherWhileTheyDeliver() async throws {
        let device = store.device(named: "phone")
        let other = makeStore().device(named: "phone")
        let bought = Lock(0)
        let tokens = [(device, other), (other, device)].map { from, to in
            from.listen { _, _ in
                guard
                    bought.withLock({
                        $0 += 1; return $0 < 4
                    })
                else { return }
                _ = try? to.buy("coins") { $0.isMadeInApp = false }
            }
        }
        try device.buy("coins") { $0.isMadeInApp = false }
        #expect(bought.withLock { $0 } == 4)
        for token in tokens { token.cancel() }
    }

    @Test func aListSaysWhichDeliveriesItHas() throws {
        let device = store.device(named: "phone")
        let positions = Lock<[UInt64]>([])
        #expect(try device.transactions(.unfinished).position == 0)
        let token = device.listen { _, position in positions.withLock { $0.append(position) } }
        for _ in 0..<3 { try device.buy("coins") { $0.isMadeInApp = false } }
        let list = try device.transactions(.unfinished)
        try device.buy("coins") { $0.isMadeInApp = false }
        let delivered = positions.withLock { $0 }
        #expect(delivered == delivered.sorted() && Set(delivered).count == 4)
        #expect(delivered.filter { $0 > list.position }.count == 1)
        token.cancel()
    }

    @Test func nothingComesAfterCancelling() throws {
        let phone = Inbox(store.device(named: "phone"))
        phone.close()
        try phone.device.buy("lifetime") { $0.isMadeInApp = false }
        #expect(phone.take().isEmpty)
    }

    @Test func aListenerThatCancelsWithinADeliveryHasNoMore() throws {
        let device = store.device(named: "phone")
        let count = Lock(0)
        let token = Lock<DeliveryToken?>(nil)
        let made = device.listen { _, _ in
            count.withLock { $0 += 1 }
            let taken = token.withLock { $0.take() }
            taken?.cancel()
        }
        token.withLock { $0 = made }
        try device.buy("pro.monthly") { $0.isMadeInApp = false }
        #expect(count.withLock { $0 } == 1)
    }

    @Test func aListenerThatGoesAwayHasNoMore() throws {
        let device = store.device(named: "phone")
        let count = Lock(0)
        do {
            let token = device.listen { _, _ in count.withLock { $0 += 1 } }
            try device.buy("coins") { $0.isMadeInApp = false }
            withExtendedLifetime(token) {}
        }
        try device.buy("coins") { $0.isMadeInApp = false }
        #expect(count.withLock { $0 } == 1)
    }

    @Test func aChangeOfStorefrontIsToldToEveryone() throws {
        let phone = Inbox(store.device(named: "phone"))
        let other = Inbox(store.device(named: "phone", account: "other"))
        let germany = try #require(StorefrontMessage(countryCode: "DEU"))
        try store.updateSettings { $0.storefront = germany }
        #expect(phone.take() == ["storefront: DEU"])
        #expect(other.take() == ["storefront: DEU"])
        #expect(try phone.device.storefront() == germany)
        let bought = try #require(try phone.device.buy("coins"))
        #expect(bought.storefront == "DEU" && bought.storefrontID == "143443" && bought.currency == "EUR")
        try store.updateSettings { $0.storefront = germany }
        #expect(phone.take().isEmpty)
    }

    @Test func aPromotedPurchaseIsAnIntent() throws {
        let phone = Inbox(store.device(named: "phone"))
        try store.promote(productID: "lifetime", offerID: "o")
        #expect(phone.take() == ["intent: lifetime o"])
        #expect(throws: StoreRefusal.noSuchProduct("unknown")) { try store.promote(productID: "unknown") }
    }

    @Test func manyThreadsGetEveryDeliveryInOrderAndNoneIsLost() async throws {
        let device = store.device(named: "phone")
        let received = Lock<[UInt64]>([])
        let token = device.listen { delivery, position in
            guard case .transaction = delivery else { return }
            received.withLock { $0.append(position) }
        }
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        let before = received.withLock { $0.count }
                        _ = try? device.buy("coins") { $0.isMadeInApp = false }
                        // A purchase's own delivery has been made when it returns.
                        #expect(received.withLock { $0.count } > before)
                    }
                }
            }
        }
        let positions = received.withLock { $0 }
        #expect(positions.count == 400)
        #expect(positions == positions.sorted() && Set(positions).count == 400)
        token.cancel()
    }
}
