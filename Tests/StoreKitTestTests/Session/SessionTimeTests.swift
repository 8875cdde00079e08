import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.timeLimit(.minutes(5))) struct SessionTimeTests {
    @Test func timeMovesOnlyWhenItIsAdvanced() throws {
        let session = try makeSession()
        #expect(session.now == opening)
        session.advance(by: .seconds(90))
        #expect(session.now == opening.addingTimeInterval(90))
        session.advance(to: opening)
        session.advance(by: .seconds(-1))
        #expect(session.now == opening.addingTimeInterval(90))
    }

    @Test(arguments: [0, 4_102_444_800, 9_000_000_000] as [TimeInterval])
    func aSessionCanBeginInAnyYear(seconds: TimeInterval) async throws {
        let start = Date(timeIntervalSince1970: seconds)
        let session = try SKTestSession(contentsOf: fixture(), startingAt: start)
        let bought = try await session.buyProduct(identifier: "gold")
        #expect(bought.purchaseDate == start)
        session.advance(by: .seconds(40 * 86_400))
        #expect(try await Transaction.all.verified.map(\.reason) == [.renewal, .purchase])
    }

    @Test func whoSleepsIsWokenByTheSessionsTime() async throws {
        let session = try makeSession()
        let sleeper = Task {
            try await session.sleep(until: opening.addingTimeInterval(3600))
            return session.now
        }
        session.advance(by: .seconds(7200))
        #expect(try await sleeper.value >= opening.addingTimeInterval(3600))
    }

    @Test func aCancelledSleepEnds() async throws {
        let session = try makeSession()
        let sleeper = Task { try await session.sleep(until: .distantFuture) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test(arguments: [
        (SKTestSession.TimeRate.oneRenewalEveryTwoSeconds, 2.0), (.oneRenewalEveryThirtySeconds, 30),
        (.monthlyRenewalEveryThirtySeconds, 30), (.monthlyRenewalEveryHour, 3600),
    ])
    func aPeriodLastsAsLongAsItsRateSays(rate: SKTestSession.TimeRate, seconds: Double) async throws {
        let session = try makeSession()
        session.timeRate = rate
        #expect(session.timeRate == rate)
        let bought = try await session.buyProduct(identifier: "gold")
        #expect(bought.expirationDate == opening.addingTimeInterval(seconds))
        session.advance(by: .milliseconds(Int(seconds * 1000)))
        #expect(try await Transaction.latest(for: "gold")?.payloadValue.reason == .renewal)
    }

    /// What an app that compares with `Date()` sees: the one test here that waits for real time.
    @Test func aTimeRateReachesAppsThatCompareWithTheSystemsClock() async throws {
        let session = try SKTestSession(contentsOf: fixture())
        session.timeRate = .oneRenewalEveryTwoSeconds
        let bought = try await session.buyProduct(identifier: "gold")
        try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))
        let expiration = try #require(bought.expirationDate)
        #expect(expiration > Date())
        var statuses = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
        let expired = try #require(await statuses.next())
        #expect(expired.state == .expired)
        #expect(Date() >= expiration)
        #expect(try await Transaction.currentEntitlements.verified.isEmpty)
    }

    @Test func theSameSeedAndCallsGiveTheSamePayloads() async throws {
        var payloads: [[Data]] = []
        for _ in 0..<2 {
            let session = try makeSession()
            try session.buyProduct(productIdentifier: "gold")
            session.advance(by: .seconds(70 * 86_400))
            var run = try await Transaction.all.verified.map(\.jsonRepresentation)
            run.append(try await AppTransaction.shared.payloadValue.jsonRepresentation)
            for status in try await Product.SubscriptionInfo.status(for: "B1000000") {
                run.append(try status.renewalInfo.payloadValue.jsonRepresentation)
            }
            payloads.append(run)
        }
        #expect(payloads[0].count == 5)
        #expect(payloads[0] == payloads[1])
    }

    @Test func aSavedStoreGoesOnWhereItWas() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let before = try makeSession()
        let finished = try await before.buyProduct(identifier: "lifetime")
        await finished.finish()
        let unfinished = try await before.buyProduct(identifier: "gold")
        before.askToBuyEnabled = true
        let deviceID = AppStore.deviceVerificationID
        try before.save(to: file)

        let after = try SKTestSession(savedAt: file, startingAt: opening)
        #expect(after.askToBuyEnabled)
        #expect(AppStore.deviceVerificationID == deviceID)
        #expect(try await Transaction.unfinished.verified.map(\.id) == [unfinished.id])
        #expect(try await Set(Transaction.all.verified.map(\.id)) == [finished.id, unfinished.id])
        after.advance(to: try #require(unfinished.expirationDate))
        #expect(try await Transaction.latest(for: "gold")?.payloadValue.reason == .renewal)
    }

    @Test func aFileThatIsNoSavedStoreIsRefused() throws {
        let file = try fixture()
        #expect(throws: (any Error).self) { try SKTestSession(savedAt: file) }
    }
}
