import AppStoreData
import Foundation
import Testing

struct TimestampTests {
    @Test func everyMillisecondComesBackThroughADate() {
        for milliseconds in stride(from: Int64(1_795_000_000_000), to: 1_795_000_002_000, by: 7) {
            let timestamp = Timestamp(rawValue: milliseconds)
            #expect(Timestamp(timestamp.date) == timestamp)
        }
    }

    @Test func aDateTooFarAwayIsTheFurthestThereIs() {
        #expect(Timestamp(Date(timeIntervalSince1970: 1e30)).rawValue == .max)
        #expect(Timestamp(Date(timeIntervalSince1970: -1e30)).rawValue == .min)
    }
}
