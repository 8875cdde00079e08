import Foundation
import Testing

@testable import StoreTransactionKit

@Suite struct RetryMachineTests {
    var machine = RetryMachine()

    @Test mutating func whatFailedIsTriedAgainAfterAFewSeconds() throws {
        fail(1, attempts: 1, at: 0)
        let next = try #require(machine.next)
        #expect((3.75...6.25).contains(next.timeIntervalSince1970))
        #expect(clock(next.timeIntervalSince1970 - 0.1) == [])
        #expect(clock(next.timeIntervalSince1970) == [1])
        #expect(machine.next == nil)
    }

    @Test mutating func theWaitDoublesWithEachFailureUpToAQuarterOfAnHour() throws {
        for (attempts, expected) in [(1, 5.0), (2, 10), (3, 20), (6, 160), (20, 900), (1000, 900)] {
            var machine = RetryMachine()
            _ = machine.handle(.retriable(revision(1), attempts: attempts, .automatic, at: .day(0)))
            let wait = try #require(machine.next).timeIntervalSince(.day(0))
            #expect((expected * 0.75...expected * 1.25).contains(wait))
        }
    }

    @Test mutating func differentRevisionsWaitDifferently() {
        let waits = (1...10).map { id in
            var machine = RetryMachine()
            _ = machine.handle(.retriable(revision(id), attempts: 1, .automatic, at: .day(0)))
            return machine.next
        }
        #expect(Set(waits).count > 5)
    }

    @Test mutating func anErrorCanSayNotBefore() {
        _ = machine.handle(.retriable(revision(1), attempts: 1, .notBefore(seconds(500)), at: seconds(0)))
        #expect(machine.next == seconds(500))
        #expect(machine.nextAttempt(of: revision(1)) == seconds(500))
    }

    @Test mutating func anErrorCanSayNever() {
        _ = machine.handle(.retriable(revision(1), attempts: 1, .never, at: seconds(0)))
        #expect(machine.next == nil)
    }

    @Test mutating func oneIsTriedAtATime() {
        fail(1, attempts: 1, at: 0)
        fail(2, attempts: 1, at: 0)
        let first = clock(100)
        #expect(first.count == 1)
        #expect(clock(200) == [])
    }

    @Test mutating func afterAFailureTheNextOneWaitsAMoment() {
        fail(1, attempts: 1, at: 0)
        fail(2, attempts: 1, at: 0)
        let first = clock(100).first ?? 0
        fail(first, attempts: 2, at: 100)
        #expect(clock(100.5) == [])
        #expect(clock(101).count == 1)
    }

    @Test mutating func afterASuccessTheNextOneDoesNotWait() {
        fail(1, attempts: 1, at: 0)
        fail(2, attempts: 1, at: 0)
        let first = clock(100).first ?? 0
        _ = machine.handle(.settled(revision(first)))
        #expect(clock(100).count == 1)
    }

    @Test mutating func aTryThatDoesNotEndInTimeHoldsBackNoOther() {
        fail(1, attempts: 1, at: 0)
        fail(2, attempts: 1, at: 0)
        let first = clock(100).first ?? 0
        _ = machine.handle(.failed(revision(first), at: seconds(160)))
        #expect(clock(161) == [3 - first])
    }

    @Test mutating func whatHasSucceededMeanwhileIsNotTried() {
        fail(1, attempts: 1, at: 0)
        _ = machine.handle(.settled(revision(1)))
        #expect(machine.next == nil)
        #expect(clock(100) == [])
    }

    private mutating func fail(_ id: Int, attempts: Int, at now: Double) {
        _ = machine.handle(.failed(revision(id), at: seconds(now)))
        _ = machine.handle(.retriable(revision(id), attempts: attempts, .automatic, at: seconds(now)))
    }

    private mutating func clock(_ now: Double) -> [Int] {
        machine.handle(.clockReached(seconds(now))).map { effect in
            switch effect {
            case .retry(let revision): Int(revision.transaction.id)
            }
        }
    }

    private func seconds(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    private func revision(_ id: Int) -> Revision {
        Revision(
            transaction: TransactionKey(environment: "Xcode", id: UInt64(id)),
            digest: UInt64(id) &* 0x9e37_79b9_7f4a_7c15)
    }
}
