// This file imports nothing of Foundation: with StoreKit, as on Apple's systems, its types are there.
import StoreKit
import Testing

@Suite struct ReexportTests {
    @Test func foundationComesWithStoreKit() throws {
        let url = try #require(URL(string: "https://example.com/receipt?id=7"))
        #expect(url.lastPathComponent == "receipt")
        #expect(Date(timeIntervalSince1970: 60).timeIntervalSince1970 == 60)
        #expect(Decimal(string: "4.99", locale: Locale(identifier: "en_US_POSIX")).map { "\($0)" } == "4.99")
        #expect(UUID().uuidString.count == 36)
        #expect(Data([1, 2]).base64EncodedString() == "AQI=")
    }
}
