import Testing

@testable import StoreKit

@Suite struct BroadcastLogTests {
    private func readAll(_ id: Int, from log: inout BroadcastLog<Int>) -> [Int] {
        var elements: [Int] = []
        while let element = log.take(id) { elements.append(element) }
        return elements
    }

    @Test func eachReaderReceivesEverythingSinceItAttachedInOrder() {
        var log = BroadcastLog<Int>(keepsUnread: false)
        let first = log.attach()
        log.append(1)
        let second = log.attach()
        log.append(2)
        log.append(3)
        #expect(readAll(first, from: &log) == [1, 2, 3])
        #expect(readAll(second, from: &log) == [2, 3])
    }

    @Test func whenAllReadersEndWhatNoneHasReadWaitsForTheNext() {
        var log = BroadcastLog<Int>(keepsUnread: true)
        let fast = log.attach()
        let slow = log.attach()
        for element in 0..<3 { log.append(element) }
        #expect(log.take(fast) == 0)
        #expect(log.take(fast) == 1)
        #expect(log.take(slow) == 0)

        log.detachAll()
        log.append(3)

        #expect(!log.isAttached(fast))
        #expect(log.take(slow) == nil)
        #expect(readAll(log.attach(), from: &log) == [2, 3])
    }

    @Test func whatTheSlowestReaderHasPassedIsDropped() {
        var log = BroadcastLog<Int>(keepsUnread: false)
        let fast = log.attach()
        let slow = log.attach()
        for element in 0..<1000 { log.append(element) }
        _ = readAll(fast, from: &log)
        #expect(log.count == 1000)
        for expected in 0..<600 { #expect(log.take(slow) == expected) }
        #expect(log.count == 400)
        #expect(readAll(slow, from: &log) == Array(600..<1000))
        #expect(log.count == 0)
    }

    @Test func aReaderThatLeavesHoldsNothingBack() {
        var log = BroadcastLog<Int>(keepsUnread: false)
        let staying = log.attach()
        let leaving = log.attach()
        for element in 0..<10 { log.append(element) }
        _ = readAll(staying, from: &log)
        log.detach(leaving)
        #expect(log.count == 0)
        log.append(10)
        #expect(log.take(staying) == 10)
    }

    @Test func withoutReadersNothingIsKeptUnlessAskedFor() {
        var log = BroadcastLog<Int>(keepsUnread: false)
        log.append(1)
        #expect(log.count == 0)
        let reader = log.attach()
        #expect(log.take(reader) == nil)
    }

    @Test func whatWaitsGoesToTheFirstReaderOnly() {
        var log = BroadcastLog<Int>(keepsUnread: true)
        log.append(1)
        log.append(2)
        let first = log.attach()
        let second = log.attach()
        log.append(3)
        #expect(readAll(first, from: &log) == [1, 2, 3])
        #expect(readAll(second, from: &log) == [3])
    }

    @Test func whatTheLastReaderLeftUnreadWaitsForTheNext() {
        var log = BroadcastLog<Int>(keepsUnread: true)
        let first = log.attach()
        log.append(1)
        log.append(2)
        #expect(log.take(first) == 1)
        log.detach(first)
        log.append(3)
        let second = log.attach()
        #expect(readAll(second, from: &log) == [2, 3])
    }

    @Test func whatWaitsCanBeTakenBack() {
        var log = BroadcastLog<Int>(keepsUnread: true)
        for element in 1...4 { log.append(element) }
        log.discardWaiting { $0.isMultiple(of: 2) }
        let reader = log.attach()
        log.append(6)
        log.discardWaiting { _ in true }
        #expect(readAll(reader, from: &log) == [1, 3, 6])
    }

    @Test(arguments: [false, true])
    func itBehavesAsALogThatForgetsNothing(keepsUnread: Bool) {
        struct Reader {
            var id: Int
            var place: Int
        }
        var random = SeededGenerator(seed: keepsUnread ? 1 : 2)
        var log = BroadcastLog<Int>(keepsUnread: keepsUnread)
        var sent = 0
        var waitingFrom = 0
        var readers: [Reader] = []
        for _ in 0..<20_000 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0 where readers.count < 5:
                readers.append(Reader(id: log.attach(), place: readers.isEmpty && keepsUnread ? waitingFrom : sent))
            case 1 where !readers.isEmpty:
                let reader = readers.remove(at: Int.random(in: 0..<readers.count, using: &random))
                log.detach(reader.id)
                if readers.isEmpty { waitingFrom = keepsUnread ? reader.place : sent }
            case 2...8:
                log.append(sent)
                sent += 1
                if readers.isEmpty, !keepsUnread { waitingFrom = sent }
            default:
                guard !readers.isEmpty else { continue }
                let index = Int.random(in: 0..<readers.count, using: &random)
                let element = log.take(readers[index].id)
                #expect(element == (readers[index].place < sent ? readers[index].place : nil))
                if element != nil { readers[index].place += 1 }
            }
            let oldest = readers.map(\.place).min() ?? (keepsUnread ? waitingFrom : sent)
            #expect(log.count == sent - oldest)
        }
    }
}

/// A generator whose sequence is the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
