import AppStoreSimulator
import Foundation
import StoreKitTest
import Testing

@Suite struct ConfigurationFileTests {
    @Test(arguments: ["Store", "Store.storekit"])
    func aFileIsFoundAmongTheResourcesOfTheTests(name: String) async throws {
        let session = try SKTestSession(configurationFileNamed: name)
        #expect(session.storefront == "USA")
    }

    @Test func aMissingFileIsSaidWithThePlacesThatWereSearched() {
        let error = #expect(throws: SKTestError.self) { try SKTestSession(configurationFileNamed: "Nothing") }
        #expect(error?.code == .fileNotFound)
        #expect(error?.localizedDescription.contains("Nothing.storekit") == true)
    }

    @Test func anAddressThatIsNoFilesIsRefused() throws {
        let url = try #require(URL(string: "https://example.com/Store.storekit"))
        let error = #expect(throws: SKTestError.self) { try SKTestSession(contentsOf: url) }
        #expect(error?.code == .invalidURL)
    }

    @Test func aFileThatIsNoConfigurationSaysWhatIsWrong() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).storekit")
        try Data("[]".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let error = #expect(throws: StoreConfigurationError.self) { try SKTestSession(contentsOf: file) }
        #expect(error?.file == file.path)
    }
}
