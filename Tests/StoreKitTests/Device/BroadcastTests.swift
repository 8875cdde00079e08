import Testing

@testable import StoreKit

@Suite struct BroadcastTests {
    @Test func aWaitingReaderIsWokenByWhatIsSent() async {
        let broadcast = Broadcast<Int>()
        let reader = broadcast.attach()
        let received = Task { await reader.next() }
        broadcast.send(7)
        #expect(await received.value == 7)
    }

    @Test func aCancelledReaderLosesNothing() async {
        let broadcast = Broadcast<Int>()
        let reader = broadcast.attach()
        let cancelled = Task { await reader.next() }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        broadcast.send(1)
        #expect(await reader.next() == 1)
    }

    @Test func aReaderInACancelledTaskTakesNothing() async {
        let broadcast = Broadcast<Int>()
        let reader = broadcast.attach()
        broadcast.send(1)
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await reader.next()
        }
        #expect(await cancelled.value == nil)
        #expect(await reader.next() == 1)
    }

    @Test func afterTheEndReadersFinishWhatWasSent() async {
        let broadcast = Broadcast<Int>()
        let reader = broadcast.attach()
        broadcast.send(1)
        broadcast.end()
        #expect(await reader.next() == 1)
        #expect(await reader.next() == nil)
    }

    @Test func aDroppedReaderIsForgotten() async {
        let broadcast = Broadcast<Int>()
        var reader: Broadcast<Int>.Reader? = broadcast.attach()
        for element in 0..<100 { broadcast.send(element) }
        #expect(broadcast.heldCount == 100)
        #expect(await reader?.next() == 0)
        reader = nil
        #expect(broadcast.readerCount == 0)
        #expect(broadcast.heldCount == 0)
    }

    @Test func manyReadersOnManyThreadsReceiveEverythingInOrder() async {
        let broadcast = Broadcast<Int>()
        let count = 2000
        let readers = (0..<8).map { _ in broadcast.attach() }
        await withTaskGroup(of: [Int].self) { group in
            for reader in readers {
                group.addTask {
                    var received: [Int] = []
                    while received.count < count, let element = await reader.next() { received.append(element) }
                    return received
                }
            }
            group.addTask {
                for element in 0..<count {
                    broadcast.send(element)
                    if element.isMultiple(of: 7) { await Task.yield() }
                }
                return Array(0..<count)
            }
            for await received in group { #expect(received == Array(0..<count)) }
        }
        #expect(broadcast.heldCount == 0)
    }
}
