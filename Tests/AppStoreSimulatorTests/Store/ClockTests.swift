import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct ClockTests {
    private let store = makeStore()

    @Test func aManualClockMovesOnlyWhenAdvanced() throws {
        #expect(store.now == start)
        try store.advance(by: .seconds(90))
        #expect(store.now == start.addingTimeInterval(90))
        try store.advance(to: start.addingTimeInterval(100))
        #expect(store.now == start.addingTimeInterval(100))
    }

    @Test(arguments: [-1.0, -1e300, -.infinity])
    func timeDoesNotRunBackwards(seconds: Double) throws {
        try store.advance(by: .seconds(-5))
        try store.advance(to: start.addingTimeInterval(seconds))
        #expect(store.now == start)
    }

    @Test func anAdvanceBeyondReasonIsAThousandYears() throws {
        try store.advance(by: .seconds(Int64.max))
        #expect(store.now == start.addingTimeInterval(366_000 * 86_400))
        try store.advance(to: .distantFuture)
    }

    @Test(arguments: [Date.distantPast, Date(timeIntervalSince1970: -1e300), Date(timeIntervalSince1970: 1e300)])
    func aStoreLivesInTheYearsOneToNineThousandNineHundredAndNinetyNine(start: Date) throws {
        let store = makeStore(startingAt: start)
        let phone = store.device(named: "phone")
        try phone.buy("pro.monthly")
        try store.advance(by: .seconds(86_400))
        try phone.buy("coins")
        #expect(store.now >= Date(timeIntervalSince1970: -62_135_596_800))
        #expect(store.now <= Date(timeIntervalSince1970: 253_402_300_800))
        #expect(try phone.entitlements == ["pro.monthly 0"])
        let saved = try JSONDecoder().decode(StoreMachine.self, from: JSONEncoder().encode(store.machine))
        #expect(saved.now == (try store.machine.now))
    }

    @Test func everythingDueIsDoneAtItsOwnTimeAndInOrder() throws {
        let phone = store.device(named: "phone")
        let other = store.device(named: "phone", account: "other")
        try store.updateSettings { $0.timeRate = .oneRenewalEveryMinute }
        try phone.buy("pro.monthly")
        try store.advance(by: .seconds(30))
        try other.buy("pro.monthly")
        let order = Lock<[String]>([])
        let store = store
        let tokens = [phone, other].map { device in
            device.listen { delivery, _ in
                guard case .transaction(let object) = delivery, let date = try? object.transaction.signedDate else {
                    return
                }
                let line = "\(Int(date.date.timeIntervalSince(start))) \(Int(store.now.timeIntervalSince(start)))"
                order.withLock { $0.append(line) }
            }
        }
        try store.advance(by: .seconds(120))
        #expect(order.withLock { $0 } == ["60 60", "90 90", "120 120", "150 150"])
        for token in tokens { token.cancel() }
    }

    @Test func whatIsDueAtOneTimeComesInTheOrderItBegan() throws {
        let devices = (0..<5).map { store.device(named: "phone", account: "account \($0)") }
        let order = Lock<[String]>([])
        let tokens = devices.map { device in
            device.listen { delivery, _ in
                if case .transaction = delivery { order.withLock { $0.append(device.id.account) } }
            }
        }
        for device in devices.reversed() { try device.buy("pro.monthly") }
        try store.advance(by: .seconds(28 * 86_400))
        #expect(order.withLock { $0 } == devices.reversed().map(\.id.account))
        for token in tokens { token.cancel() }
    }

    @Test(.timeLimit(.minutes(1))) func whoSleepsIsWokenByTheStoresTime() async throws {
        let woken = Lock<[Int]>([])
        let store = store
        try await withThrowingTaskGroup { group in
            for seconds in [30, 10, 20] {
                group.addTask {
                    try await store.sleep(until: start.addingTimeInterval(Double(seconds)))
                    woken.withLock { $0.append(seconds) }
                }
            }
            await eventually("all asleep") { store.sleeperCount == 3 }
            try store.advance(by: .seconds(10))
            await eventually("one woken") { !woken.withLock { $0.isEmpty } }
            #expect(woken.withLock { $0 } == [10])
            try store.advance(by: .seconds(20))
            try await group.waitForAll()
        }
        #expect(Set(woken.withLock { $0 }) == [10, 20, 30])
    }

    /// A millisecond and a fraction of it, as computed times have.
    static let moments = (0..<24).map { start.addingTimeInterval(60 + Double($0) / 11_000) }

    @Test(.timeLimit(.minutes(1)), arguments: moments)
    func whoIsWokenFindsThatTheMomentHasCome(moment: Date) async throws {
        let store = store
        let woken = Task {
            try await store.sleep(until: moment)
            return store.now
        }
        while store.sleeperCount < 1 {
            try Task.checkCancellation()
            await Task.yield()
        }
        try store.advance(to: moment)
        #expect(store.now >= moment)
        #expect(store.now.timeIntervalSince(moment) < 0.0011)
        #expect(try await woken.value >= moment)
    }

    @Test func momentsThatAreWholeMillisecondsAreKept() throws {
        for milliseconds in stride(from: 1, to: 2_000, by: 7) {
            let moment = Timestamp(rawValue: Timestamp(start).rawValue + Int64(milliseconds))
            try store.advance(to: moment.date)
            #expect(Timestamp(store.now) == moment)
        }
    }

    @Test func aPartOfAMillisecondAdvancesByAWholeOne() throws {
        try store.advance(by: .microseconds(1))
        try store.advance(by: .milliseconds(2))
        #expect(Timestamp(store.now).rawValue == Timestamp(start).rawValue + 3)
    }

    @Test func sleepingUntilThePastReturnsAtOnce() async throws {
        try await store.sleep(until: start)
        try await store.sleep(until: .distantPast)
    }

    @Test(.timeLimit(.minutes(1))) func aCancelledSleeperIsWokenWithAnError() async throws {
        let store = store
        let task = Task { try await store.sleep(until: .distantFuture) }
        await eventually("asleep") { store.sleeperCount == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(store.sleeperCount == 0)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await store.sleep(until: .distantFuture)
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(store.sleeperCount == 0)
    }

    // MARK: Real time

    private func realStore() -> SimulatedAppStore {
        SimulatedAppStore(
            configuration: .sample, app: AppIdentity(bundleID: "com.example.app"), seed: 1, signer: plainSigner)
    }

    @Test func aRealClockFollowsTheSystemsPlusWhatWasAdvanced() throws {
        let store = realStore()
        #expect(abs(store.now.timeIntervalSinceNow) < 5)
        try store.advance(by: .seconds(3_600))
        #expect(abs(store.now.timeIntervalSinceNow - 3_600) < 5)
    }

    /// Lets some hundredths of a second go by on the system's clock, which is what it tests.
    @Test(.timeLimit(.minutes(1))) func underARealClockWhatIsDueHappensByItself() async throws {
        let store = realStore()
        try store.updateSettings { $0.timeRate = .oneRenewalEveryTwoSeconds }
        let device = store.device(named: "phone")
        let (renewals, continuation) = AsyncStream.makeStream(of: UInt64?.self)
        let token = device.listen { delivery, _ in
            if case .transaction(let object) = delivery { continuation.yield(object.transactionID) }
        }
        try device.buy("pro.monthly") { $0.purchaseDate = Timestamp(store.now.addingTimeInterval(-1.95)) }
        for await id in renewals {
            #expect(id == 1)
            break
        }
        token.cancel()
    }

    @Test(.timeLimit(.minutes(1))) func advancingARealClockBringsTheTimerForward() async throws {
        let store = realStore()
        let device = store.device(named: "phone")
        try store.updateSettings { $0.timeRate = .oneRenewalEveryFifteenMinutes }
        try device.buy("pro.monthly")
        async let slept: Void = store.sleep(until: store.now.addingTimeInterval(900.05))
        await eventually("asleep") { store.sleeperCount == 1 }
        try store.advance(by: .seconds(900))
        #expect(try device.entitlements == ["pro.monthly 1 renewal"])
        try await slept
    }

    @Test func aStoreThatIsDroppedGoesAway() throws {
        weak var dropped: SimulatedAppStore?
        do {
            let store = realStore()
            dropped = store
            try store.device(named: "phone").buy("pro.monthly")
        }
        #expect(dropped == nil)
    }
}
