import AppStoreData
import Testing

@testable import SignedData

struct RecentlyUsedTests {
    @Test func whatWasNotUsedForLongestGoesFirst() {
        var list = RecentlyUsed<Int>(limit: 3)
        for element in [1, 2, 3] { list.insert(element) }
        let used = list.first { $0 == 1 }
        #expect(used == 1)
        list.insert(4)
        #expect(list.elements == [4, 1, 3])
        let gone = list.first { $0 == 2 }
        #expect(gone == nil)
    }

    @Test func aListOfNoneStaysEmpty() {
        var list = RecentlyUsed<Int>(limit: 0)
        list.insert(1)
        #expect(list.elements.isEmpty)
    }

    @Test func aBucketFillsAgainWithTimeAndNotBeyondItsRate() {
        var bucket = TokenBucket(rate: 2)
        let start = Timestamp(rawValue: 1_000_000)
        func later(_ milliseconds: Int64) -> Timestamp { Timestamp(rawValue: start.rawValue + milliseconds) }
        let moments: [Int64] = [0, 0, 0, 400, 600, -10_000, 1_000_000, 1_000_000, 1_000_000]
        let isAllowed = moments.map { bucket.take(at: later($0)) }
        #expect(isAllowed == [true, true, false, false, true, false, true, true, false])
    }
}
