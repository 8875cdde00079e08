import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct RandomStoryTests {
    private static let beginning = Timestamp(start)

    private static func machine(_ seed: UInt64) -> StoreMachine {
        StoreMachine(
            configuration: RandomStory.configuration(seed: seed), app: AppIdentity(bundleID: "com.example.app"),
            seed: seed, now: beginning)
    }

    @Test(arguments: 0..<24 as Range<UInt64>)
    func nothingThatMustHoldIsBrokenByAnyStory(seed: UInt64) {
        var machine = Self.machine(seed)
        var story = RandomStory(seed: seed)
        var time = Self.beginning
        for step in 0..<150 {
            time = Timestamp(rawValue: time.rawValue + min(story.nextDelay(), Self.longestDelay(machine)))
            let event = story.nextEvent(machine)
            let before = machine
            let effects = machine.handle(event, at: time)
            let faults = machine.checkInvariants()
            #expect(faults.isEmpty, "seed \(seed), step \(step), \(event)")
            guard faults.isEmpty else { return }
            if case .refused? = effects.first {
                var settled = before
                _ = settled.handle(.timePassed, at: time)
                #expect(settled.allLists == machine.allLists, "a refused event changed something: \(event)")
            }
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func theSameStoryHasTheSameEffectsAlsoWhenSavedInTheMiddle(seed: UInt64) throws {
        var first = Self.machine(seed)
        var second = Self.machine(seed)
        var story = RandomStory(seed: seed)
        var time = Self.beginning
        for step in 0..<120 {
            time = Timestamp(rawValue: time.rawValue + min(story.nextDelay(), Self.longestDelay(first)))
            let event = story.nextEvent(first)
            if step % 10 == 5 {
                second = try JSONDecoder().decode(StoreMachine.self, from: JSONEncoder().encode(second))
            }
            #expect(first.handle(event, at: time) == second.handle(event, at: time))
            #expect(first.nextDue == second.nextDue)
        }
        #expect(first.allLists == second.allLists)
    }

    /// A rate of seconds makes thousands of periods in a month: a story need not have that many.
    private static func longestDelay(_ machine: StoreMachine) -> Int64 {
        let month = SubscriptionPeriod(value: 1, unit: .month)
        let length = machine.settings.timeRate.end(of: month, startingAt: beginning).rawValue - beginning.rawValue
        return length * 2
    }
}

extension StoreMachine {
    /// What can be asked of it, for comparison.
    var allLists: [[TransactionRecord]] {
        ["anna", "ben", "carl"].flatMap { account in
            [allTransactions(account: account), transactions(.unfinished, account: account)]
                + [transactions(.currentEntitlements(productID: nil), account: account)]
                + subscribedGroupIDs(account: account).map { group in
                    subscriptions(groupID: group, account: account).map(\.transaction)
                }
        }
    }
}
