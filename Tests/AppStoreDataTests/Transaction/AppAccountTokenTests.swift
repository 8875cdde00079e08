import AppStoreData
import Foundation
import Testing

struct AppAccountTokenTests {
    @Test func theCaseOfAUUIDDoesNotMatter() {
        let uuid = UUID()
        let upper = AppAccountToken(rawValue: uuid.uuidString)
        #expect(upper == AppAccountToken(uuid))
        #expect(Set([upper, AppAccountToken(uuid)]).count == 1)
        #expect(upper.uuid == uuid)
    }

    @Test func textThatIsNoUUIDIsKept() throws {
        let payload = try JSONDecoder().decode(TransactionPayload.self, from: Data(#"{"appAccountToken":""}"#.utf8))
        #expect(payload.appAccountToken == AppAccountToken(rawValue: ""))
        #expect(payload.appAccountToken?.uuid == nil)
    }
}
