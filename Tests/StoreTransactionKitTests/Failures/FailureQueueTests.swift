import Testing

@testable import StoreTransactionKit

@Suite struct FailureQueueTests {
    var failures = FailureQueue()

    @Test mutating func failuresAreToldOneAtATimeInOrderAndNumberedFromOne() {
        #expect(failures.notice(.updates, nil, DiskFull())?.id == 1)
        #expect(failures.notice(.unfinished, nil, DiskFull()) == nil)
        #expect(failures.notice(.updates, nil, DiskFull()) == nil)
        #expect(!failures.isIdle)
        #expect(failures.returned()?.id == 2)
        #expect(failures.returned()?.id == 3)
        #expect(failures.returned() == nil)
        #expect(failures.isIdle)
    }

    @Test mutating func aFailureAfterAPauseIsToldAtOnce() {
        _ = failures.notice(.updates, nil, DiskFull())
        _ = failures.returned()
        #expect(failures.notice(.updates, nil, DiskFull())?.id == 2)
    }
}
