import Testing

@testable import StoreTransactionKit

@Suite struct RefreshMachineTests {
    var machine = RefreshMachine()
    var progress = RefreshMachine.Progress()

    @Test mutating func aPassScansThenReadsThenPublishes() {
        #expect(send(.requested(retriesFailures: false)) == [.scanUnfinished])
        #expect(send(.scanned) == [.readEntitlements])
        #expect(send(.read(bringsUnknown: false)) == [.publish])
        #expect(send(.published(isPremature: false)) == [.ended(pass: 1)])
        #expect(machine.isIdle)
    }

    @Test mutating func theEntitlementsAreReadOnlyWhenWhatAScanFoundHasSettled() {
        _ = send(.requested(retriesFailures: false))
        progress.accepted = 2
        progress.found = 2
        #expect(send(.scanned) == [])
        progress.settled = 1
        #expect(send(.progressed) == [])
        progress.settled = 2
        #expect(send(.progressed) == [.scanUnfinished])
        #expect(send(.scanned) == [.readEntitlements])
    }

    @Test mutating func scanningEndsEvenIfEveryScanBringsSomethingNew() {
        var scans = 0
        var effects = send(.requested(retriesFailures: false))
        while effects == [.scanUnfinished] {
            scans += 1
            progress.accepted += 1
            progress.settled += 1
            progress.found += 1
            effects = send(.scanned)
        }
        #expect(effects == [.readEntitlements])
        #expect(scans == 4)
    }

    @Test mutating func anEntitlementNeverSeenBeforeIsLookedForAmongTheUnfinished() {
        _ = send(.requested(retriesFailures: false))
        _ = send(.scanned)
        #expect(send(.read(bringsUnknown: true)) == [.scanUnfinished])
        progress.accepted = 1
        #expect(send(.scanned) == [])
        progress.settled = 1
        #expect(send(.progressed) == [.publish])
    }

    @Test mutating func whoAsksDuringAPassIsServedByTheNext() {
        _ = send(.requested(retriesFailures: false))
        #expect(machine.nextPass == 2)
        _ = send(.requested(retriesFailures: false))
        _ = send(.requested(retriesFailures: false))
        #expect(machine.nextPass == 2)
        _ = send(.scanned)
        _ = send(.read(bringsUnknown: false))
        #expect(send(.published(isPremature: false)) == [.ended(pass: 1), .scanUnfinished])
        _ = send(.scanned)
        _ = send(.read(bringsUnknown: false))
        #expect(send(.published(isPremature: false)) == [.ended(pass: 2)])
    }

    @Test mutating func aPassRetriesFailuresIfAnyOfItsCallersAsks() {
        _ = send(.requested(retriesFailures: false))
        _ = send(.requested(retriesFailures: true))
        _ = send(.requested(retriesFailures: false))
        _ = send(.scanned)
        _ = send(.read(bringsUnknown: false))
        #expect(send(.published(isPremature: false)) == [.ended(pass: 1), .retryFailures, .scanUnfinished])
    }

    @Test mutating func aChangeBringsAPassOnceArrivalsPause() {
        #expect(send(.changed) == [.awaitLull])
        #expect(send(.changed) == [])
        #expect(send(.lullPassed) == [.awaitLull])
        #expect(send(.lullPassed) == [.scanUnfinished])
    }

    @Test mutating func arrivalsWithoutAPauseHoldAPassBackLongerEachTimeButNotForEver() {
        #expect(lullsOfAPassAmongArrivals() == 100)
        #expect(lullsOfAPassAmongArrivals() == 200)
        _ = send(.changed)
        _ = send(.lullPassed)
        endPass()
        #expect(lullsOfAPassAmongArrivals() == 100)
    }

    @Test mutating func thePauseMustBeLongerEachTimeSomethingArrivedDuringAPass() {
        for lulls in [1, 2, 4, 8] {
            if lulls == 1 { _ = send(.changed) }
            for _ in 1..<lulls {
                #expect(send(.lullPassed) == [.awaitLull])
            }
            #expect(send(.lullPassed) == [.scanUnfinished])
            _ = send(.scanned)
            _ = send(.changed)
            _ = send(.read(bringsUnknown: false))
            #expect(send(.published(isPremature: false)) == [.ended(pass: machine.nextPass - 1), .awaitLull])
        }
    }

    private mutating func lullsOfAPassAmongArrivals() -> Int {
        var lulls = 0
        var effects = send(.changed)
        while effects == [.awaitLull] {
            lulls += 1
            _ = send(.changed)
            effects = send(.lullPassed)
        }
        endPass()
        return lulls
    }

    private mutating func endPass() {
        _ = send(.scanned)
        _ = send(.read(bringsUnknown: false))
        _ = send(.published(isPremature: false))
    }

    @Test mutating func aCallerDoesNotWaitForALull() {
        _ = send(.changed)
        #expect(send(.requested(retriesFailures: false)) == [.scanUnfinished])
        #expect(send(.lullPassed) == [])
    }

    @Test mutating func aChangeBeforeTheEntitlementsAreReadIsCoveredByThisPass() {
        _ = send(.requested(retriesFailures: false))
        _ = send(.changed)
        _ = send(.scanned)
        _ = send(.read(bringsUnknown: false))
        #expect(send(.published(isPremature: false)) == [.ended(pass: 1)])
    }

    @Test mutating func aChangeAfterTheyAreReadBringsAnotherPass() {
        _ = send(.requested(retriesFailures: false))
        _ = send(.scanned)
        _ = send(.changed)
        _ = send(.read(bringsUnknown: false))
        #expect(send(.published(isPremature: false)) == [.ended(pass: 1), .awaitLull])
    }

    @Test mutating func aPassEndsWhenTheFailuresItMetHaveBeenTold() {
        _ = send(.requested(retriesFailures: false))
        progress.noticed = 2
        _ = send(.scanned)
        _ = send(.read(bringsUnknown: false))
        #expect(send(.published(isPremature: false)) == [.awaitLull])
        progress.told = 1
        #expect(send(.progressed) == [])
        progress.told = 2
        #expect(send(.progressed) == [.ended(pass: 1)])
        #expect(send(.lullPassed) == [])
    }

    @Test mutating func aSlowReporterDelaysTheEndOfAPassOnlyALittle() {
        _ = send(.requested(retriesFailures: false))
        progress.noticed = 1
        _ = send(.scanned)
        _ = send(.read(bringsUnknown: false))
        var effects = send(.published(isPremature: false))
        var lulls = 0
        while effects == [.awaitLull] {
            lulls += 1
            effects = send(.lullPassed)
        }
        #expect(effects == [.ended(pass: 1)])
        #expect(lulls == 101)
    }

    @Test mutating func aPassThatCouldShowNothingYetPublishesAgainWhenWhatItWaitsForHasSettled() {
        _ = send(.requested(retriesFailures: false))
        _ = send(.scanned)
        _ = send(.read(bringsUnknown: false))
        progress.accepted = 1
        #expect(send(.published(isPremature: true)) == [])
        progress.settled = 1
        #expect(send(.progressed) == [.publish])
    }

    private mutating func send(_ event: RefreshMachine.Event) -> [RefreshMachine.Effect] {
        machine.handle(event, progress)
    }
}
