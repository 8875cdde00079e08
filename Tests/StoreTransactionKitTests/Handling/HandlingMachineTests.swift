import Foundation
import Testing

@testable import StoreTransactionKit

/// Arrivals are written as transaction and state: `a1` is state `a` of transaction 1, `b1` a later one of the same.
/// Each letter is signed a second after the one before, unless a test says when.
@Suite struct HandlingMachineTests {
    var machine = HandlingMachine()

    @Test mutating func aTransactionIsFinishedOnlyAfterTheHandlerReturned() {
        #expect(arrive("a1") == ["handle a1"])
        #expect(returned("a1") == ["finish a1"])
        #expect(finished("a1") == ["settled a1", "forget a1"])
    }

    @Test mutating func transactionsAreHandledOneAtATimeInOrderOfArrival() {
        #expect(arrive("a1") == ["handle a1"])
        #expect(arrive("a2") == [])
        #expect(arrive("a3") == [])
        _ = returned("a1")
        #expect(finished("a1") == ["settled a1", "forget a1", "handle a2"])
        #expect(threw("a2") == ["report a2", "failed a2", "handle a3"])
    }

    @Test mutating func aRevisionThatSucceededIsNeverHandledAgain() {
        succeed("a1")
        #expect(arrive("a1") == [])
        #expect(arrive("a1", retries: true) == [])
        #expect(machine.handle(.retryAll).isEmpty)
    }

    @Test mutating func aSecondArrivalJoinsTheOneInHand() {
        #expect(arrive("a1") == ["handle a1"])
        #expect(arrive("a1", retries: true) == [])
        _ = returned("a1")
        #expect(finished("a1") == ["settled a1", "forget a1"])
    }

    @Test mutating func anotherStateOfATransactionIsHandledToo() {
        succeed("a1")
        #expect(arrive("b1") == ["handle b1"])
    }

    @Test mutating func theSameIdentifierInAnotherEnvironmentIsAnotherTransaction() {
        succeed("a1")
        let elsewhere = Revision(transaction: TransactionKey(environment: "Production", id: 1), digest: 0)
        let arrival = Arrival(revision: elsewhere, productID: "p", signedDate: .distantPast, source: .updates)
        #expect(machine.handle(.arrived(arrival, retries: false)).count == 1)
    }

    @Test mutating func aFailedRevisionWaitsUntilARetryIsAskedFor() {
        fail("a1")
        #expect(arrive("a1") == [])
        #expect(describe(machine.handle(.retryAll)) == ["handle a1"])
        _ = returned("a1")
        #expect(finished("a1") == ["settled a1", "forget a1"])
        #expect(machine.firstError == nil)
    }

    @Test mutating func aPurchaseHandedOverAgainIsTriedAgain() {
        fail("a1")
        #expect(arrive("a1", retries: true) == ["handle a1"])
    }

    @Test mutating func aRetryTriesFailuresInTheOrderTheyHappened() {
        for id in ["a5", "a3", "a9"] { fail(id) }
        #expect(describe(machine.handle(.retryAll)) == ["handle a5"])
        #expect(threw("a5") == ["failed a5", "handle a3"])
        #expect(threw("a3") == ["failed a3", "handle a9"])
    }

    @Test mutating func aRetryAskedForTwiceTriesOnce() {
        fail("a1")
        #expect(describe(machine.handle(.retryAll)) == ["handle a1"])
        #expect(machine.handle(.retryAll).isEmpty)
    }

    @Test mutating func anotherTransactionsArrivalDoesNotRetryWhatFailed() {
        fail("a1")
        #expect(arrive("a2") == ["handle a2"])
        _ = returned("a2")
        #expect(finished("a2") == ["settled a2", "forget a2"])
        #expect(standing("a1") == .failed)
    }

    @Test mutating func aLaterStateTakesThePlaceOfTheOneThatFailed() {
        fail("a1")
        #expect(arrive("b1") == ["forget a1", "handle b1"])
        _ = returned("b1")
        _ = finished("b1")
        #expect(machine.firstError == nil)
    }

    @Test mutating func anEarlierStateThatFailsWhileALaterOneWaitsIsReportedAndNotTriedAgain() {
        _ = arrive("a1")
        _ = arrive("b1")
        #expect(threw("a1") == ["report a1", "failed a1", "forget a1", "handle b1"])
        #expect(machine.handle(.retryAll).isEmpty)
        _ = returned("b1")
        #expect(finished("b1") == ["settled b1", "forget b1"])
        #expect(machine.firstError == nil)
    }

    // MARK: Which state is news

    @Test mutating func aStateThatComesBackIsNews() {
        for (name, date) in [("a1", 1.0), ("b1", 2), ("a1", 3), ("b1", 4)] {
            #expect(arrive(name, signed: date) == ["handle \(name)"])
            #expect(arrive(name, signed: date + 0.5) == [])
            _ = returned(name)
            _ = finished(name)
            #expect(arrive(name, signed: date) == [])
            #expect(standing(name, signed: date) == .succeeded)
        }
        #expect(arrive("a1", signed: 3) == [])
        #expect(arrive("a1", signed: 1) == [])
        #expect(standing("a1", signed: 3) == .superseded)
        #expect(standing("a1", signed: 5) == .unknown)
    }

    @Test mutating func aStateThatComesBackWhileItIsInHandIsHandledAgainInItsTurn() {
        #expect(arrive("a1", signed: 1) == ["handle a1"])
        #expect(arrive("b1", signed: 2) == [])
        #expect(arrive("a1", signed: 3) == [])
        #expect(returned("a1") == ["settled a1", "handle b1"])
        #expect(standing("a1", signed: 3) == .pending)
        #expect(returned("b1") == ["settled b1", "forget b1", "handle a1"])
        #expect(returned("a1") == ["finish a1"])
        #expect(finished("a1") == ["settled a1", "forget a1"])
        #expect(machine.isIdle)
    }

    @Test mutating func aStateThatComesBackAfterAnotherFailedIsNews() {
        succeed("a1")
        fail("b1")
        #expect(arrive("a1", signed: 3) == ["forget b1", "handle a1"])
        #expect(returned("a1") == ["finish a1"])
        _ = finished("a1")
        #expect(machine.firstError == nil)
        #expect(machine.handle(.retryAll).isEmpty)
    }

    @Test mutating func aStateSignedBeforeTheLastOneIsNoNewsWhetherItWasHandledOrNot() {
        succeed("b1")
        #expect(arrive("a1", retries: true) == [])
        #expect(standing("a1") == .superseded)
        fail("b2")
        #expect(arrive("a2", retries: true) == [])
        #expect(machine.latestRevision(of: revision("a2").transaction) == revision("b2"))
        #expect(standing("b2") == .failed)
    }

    @Test mutating func aFreshSignatureOverTheLastStateMakesWhatWasSignedInBetweenOld() {
        _ = arrive("a1", signed: 1)
        _ = arrive("a1", signed: 5)
        #expect(arrive("b1", signed: 3) == [])
        #expect(arrive("b1", signed: 6) == [])
        #expect(returned("a1") == ["settled a1", "forget a1", "handle b1"])
    }

    @Test mutating func ofTwoStatesSignedAtTheSameMomentTheLaterArrivalIsNews() {
        succeed("a1")
        #expect(arrive("b1", signed: 1) == ["handle b1"])
    }

    // MARK: Finishing

    @Test mutating func aTransactionIsNotFinishedWhileALaterStateOfItIsStillToBeHandled() {
        _ = arrive("a1")
        _ = arrive("b1")
        #expect(!machine.mayFinish(revision("a1")))
        #expect(returned("a1") == ["settled a1", "forget a1", "handle b1"])
        _ = threw("b1")
        #expect(describe(machine.handle(.retryAll)) == ["handle b1"])
        #expect(returned("b1") == ["finish b1"])
    }

    @Test mutating func whatComesInWhileATransactionIsBeingFinishedIsHandledAfterIt() {
        _ = arrive("a1")
        #expect(returned("a1") == ["finish a1"])
        #expect(arrive("b1") == [])
        #expect(!machine.mayFinish(revision("a1")))
        #expect(finished("a1") == ["settled a1", "forget a1", "handle b1"])
    }

    @Test mutating func aFailureThatIsRepeatedIsReportedAgainOnlyIfTheErrorIsAnotherOne() {
        fail("a1")
        _ = machine.handle(.retryAll)
        #expect(threw("a1") == ["failed a1"])
        _ = machine.handle(.retryAll)
        #expect(threw("a1", with: CancellationError()) == ["report a1", "failed a1"])
        #expect(machine.failure(of: revision("a1"))?.attempts == 3)
    }

    @Test mutating func aRevisionThatIsBeingRetriedIsNotForgottenBeforeItHasEnded() {
        fail("a1")
        _ = machine.handle(.retryAll)
        #expect(arrive("b1") == [])
        #expect(threw("a1") == ["report a1", "failed a1", "forget a1", "handle b1"])
    }

    @Test mutating func anErrorThatSaysNeverIsNotRetriedByARefreshButByItsPurchase() {
        _ = arrive("a1")
        _ = threw("a1", with: Unacceptable())
        #expect(machine.handle(.retryAll).isEmpty)
        #expect(arrive("a1", retries: true) == ["handle a1"])
    }

    // MARK: Deadlines

    @Test mutating func aHandlerThatIsLateGivesTheLaneFreeAndItsTransactionIsNotHandledTwiceAtOnce() {
        _ = arrive("a1")
        _ = arrive("a2")
        #expect(describe(machine.handle(.deadlinePassed(revision("a1")))) == ["report a1", "failed a1", "handle a2"])
        #expect(machine.handle(.retryAll).isEmpty)
        #expect(arrive("a1", retries: true) == [])
        _ = returned("a2")
        _ = finished("a2")
        #expect(machine.isIdle)
    }

    @Test mutating func aLaterStateWaitsForTheHandlerThatIsLate() {
        _ = arrive("a1")
        _ = machine.handle(.deadlinePassed(revision("a1")))
        #expect(arrive("b1") == ["report b1", "failed b1"])
        #expect(machine.failure(of: revision("b1"))?.attempts == 0)
        #expect(machine.handle(.retryAll).isEmpty)
        #expect(arrive("b1", retries: true) == [])
        #expect(machine.isIdle)
        #expect(returned("a1") == ["settled a1", "handle b1", "forget a1"])
        #expect(returned("b1") == ["finish b1"])
        #expect(finished("b1") == ["settled b1", "forget b1"])
        #expect(machine.firstError == nil)
    }

    @Test mutating func aLaterStateIsHandledAfterTheHandlerThatWasLateFailed() {
        _ = arrive("a1")
        _ = arrive("b1")
        #expect(
            describe(machine.handle(.deadlinePassed(revision("a1"))))
                == ["report a1", "failed a1", "report b1", "failed b1"])
        #expect(machine.settled == 2)
        #expect(threw("a1") == ["forget a1", "handle b1"])
    }

    @Test mutating func aLateSuccessCounts() {
        _ = arrive("a1")
        _ = machine.handle(.deadlinePassed(revision("a1")))
        #expect(returned("a1") == ["finish a1"])
        #expect(finished("a1") == ["settled a1", "forget a1"])
        #expect(machine.firstError == nil)
        #expect(standing("a1") == .succeeded)
        #expect(machine.settled == 1)
    }

    @Test mutating func aLateFailureIsNotToldAgainAndCanBeRetried() {
        _ = arrive("a1")
        _ = machine.handle(.deadlinePassed(revision("a1")))
        #expect(threw("a1", with: CancellationError()) == [])
        #expect(describe(machine.handle(.retryAll)) == ["handle a1"])
    }

    @Test mutating func aLateSuccessDoesNotDisturbTheOneInTheLane() {
        _ = arrive("a1")
        _ = arrive("a2")
        _ = arrive("a3")
        _ = machine.handle(.deadlinePassed(revision("a1")))
        _ = returned("a1")
        #expect(finished("a1") == ["settled a1", "forget a1"])
        _ = returned("a2")
        #expect(finished("a2") == ["settled a2", "forget a2", "handle a3"])
    }

    @Test mutating func whatIsNotInHandCannotSettle() {
        #expect(finished("a1") == [])
        #expect(threw("a1") == [])
        _ = arrive("a1")
        _ = arrive("a2")
        #expect(threw("a2") == [])
        #expect(machine.settled == 0)
    }

    @Test mutating func aLongQueueAsksForPatience() {
        for id in 1...65 { _ = arrive("a\(id)") }
        #expect(!machine.hasRoom)
        _ = returned("a1")
        _ = finished("a1")
        #expect(machine.hasRoom)
    }

    // MARK: Telling a machine what happens

    private mutating func arrive(_ name: String, signed: Double? = nil, retries: Bool = false) -> [String] {
        let arrival = Arrival(
            revision: revision(name), productID: "p", signedDate: date(name, signed), source: .updates)
        return describe(machine.handle(.arrived(arrival, retries: retries)))
    }

    private func standing(_ name: String, signed: Double? = nil) -> HandlingMachine.Standing {
        machine.standing(of: revision(name), signed: date(name, signed))
    }

    private func date(_ name: String, _ signed: Double?) -> Date {
        Date(timeIntervalSince1970: signed ?? Double(name.utf8.first ?? 0) - 96)
    }

    private mutating func returned(_ name: String) -> [String] {
        describe(machine.handle(.handlerReturned(revision(name))))
    }

    private mutating func threw(_ name: String, with error: any Error = DiskFull()) -> [String] {
        describe(machine.handle(.handlerThrew(revision(name), error)))
    }

    private mutating func finished(_ name: String) -> [String] {
        describe(machine.handle(.finished(revision(name))))
    }

    private mutating func succeed(_ name: String) {
        _ = arrive(name)
        _ = returned(name)
        _ = finished(name)
    }

    private mutating func fail(_ name: String) {
        _ = arrive(name)
        _ = threw(name)
    }

    private func revision(_ name: String) -> Revision {
        Revision(
            transaction: TransactionKey(environment: "Xcode", id: UInt64(name.dropFirst()) ?? 0),
            digest: UInt64(name.utf8.first ?? 0)
        )
    }

    private func describe(_ effects: [HandlingMachine.Effect]) -> [String] {
        effects.compactMap { effect in
            switch effect {
            case .handle(let revision): "handle \(name(revision))"
            case .finish(let revision): "finish \(name(revision))"
            case .report(let arrival, _): "report \(name(arrival.revision))"
            case .settled(let revision, nil): "settled \(name(revision))"
            case .settled(let revision, _): "failed \(name(revision))"
            case .retriable: nil
            case .forget(let revision): "forget \(name(revision))"
            }
        }
    }

    private func name(_ revision: Revision) -> String {
        String(UnicodeScalar(UInt8(revision.digest))) + String(revision.transaction.id)
    }
}

struct DiskFull: Error {}

struct Unacceptable: StoreTransactionRetrying {
    var retry: StoreTransactionRetry { .never }
}
