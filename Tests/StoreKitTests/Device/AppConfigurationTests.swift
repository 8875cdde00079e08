import AppStoreSimulator
import Foundation
import Testing

@testable import StoreKit

@Suite struct AppConfigurationTests {
    private func file(_ content: String) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        try Data(content.utf8).write(to: file)
        return file
    }

    @Test func theFileSaysWhichAppItIs() throws {
        let file = try file(
            #"{"bundleID": "com.example.shop", "appVersion": "7", "includesConsumablesInHistory": true}"#)
        defer { try? FileManager.default.removeItem(at: file) }
        let app = try AppConfiguration(environment: [:], file: file).identity(bundleID: "com.example.shop")
        #expect(app.bundleID == "com.example.shop")
        #expect(app.version == "7")
        #expect(app.originalVersion == "7")
        #expect(app.keepsFinishedConsumables)
    }

    @Test func aVariableGoesBeforeTheFile() throws {
        let file = try file(#"{"bundleID": "com.example.shop", "appVersion": "7"}"#)
        defer { try? FileManager.default.removeItem(at: file) }
        let environment = [
            "STOREKIT_BUNDLE_ID": "com.example.other", "STOREKIT_ORIGINAL_APP_VERSION": "3",
            "STOREKIT_APP_APPLE_ID": "42", "STOREKIT_INCLUDE_CONSUMABLES": "true",
        ]
        let configuration = try AppConfiguration(environment: environment, file: file)
        #expect(configuration.bundleID == "com.example.other")
        let app = configuration.identity(bundleID: "com.example.other")
        #expect(app.version == "7")
        #expect(app.originalVersion == "3")
        #expect(app.appleID == 42)
        #expect(app.keepsFinishedConsumables)
    }

    @Test func withoutEitherNothingIsKnown() throws {
        let missing = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        #expect(try AppConfiguration(environment: [:], file: missing) == AppConfiguration())
    }

    @Test(arguments: [
        ("STOREKIT_APP_APPLE_ID", "many"), ("STOREKIT_APP_APPLE_ID", "-1"), ("STOREKIT_INCLUDE_CONSUMABLES", "YES"),
    ])
    func aVariableThatCannotBeReadIsNamed(variable: String, value: String) {
        let error = #expect(throws: AppConfigurationError.self) {
            try AppConfiguration(environment: [variable: value], file: nil)
        }
        #expect(error?.place == variable)
    }

    @Test func aFileThatCannotBeReadIsNamed() throws {
        let file = try file(#"{"bundleID": 1}"#)
        defer { try? FileManager.default.removeItem(at: file) }
        let error = #expect(throws: AppConfigurationError.self) {
            try AppConfiguration(environment: [:], file: file)
        }
        #expect(error?.place == file.path)
    }

    // MARK: A process without a session

    private func device(_ environment: [String: String]) throws -> InstalledDevice {
        try InstalledDevice.from(environment: environment, appFile: nil)
    }

    @Test func withoutAConfigurationThereIsNoDevice() {
        #expect(throws: NoDeviceError.noneInstalled) { try device([:]) }
        #expect(throws: NoDeviceError.noneInstalled) { try device(["STOREKIT_CONFIGURATION": ""]) }
    }

    @Test func aStoreIsMadeOfTheFileThatTheVariableNames() async throws {
        let environment = ["STOREKIT_CONFIGURATION": try fixture().path, "STOREKIT_BUNDLE_ID": "com.example.shop"]
        let device = try device(environment)
        #expect(try await device.products(for: ["coins"]).map(\.id) == ["coins"])
        #expect(try await device.appTransaction().payloadValue.bundleID == "com.example.shop")
    }

    @Test func anAppThatNobodyNamedIsNotGuessed() throws {
        let path = try fixture().path
        #expect(throws: NoDeviceError.missingBundleID) { try device(["STOREKIT_CONFIGURATION": path]) }
    }

    @Test func aFileThatIsMissingIsNamed() {
        let environment = ["STOREKIT_CONFIGURATION": "/nowhere.storekit", "STOREKIT_BUNDLE_ID": "com.example.shop"]
        let error = #expect(throws: NoDeviceError.self) { try device(environment) }
        guard case .unusableConfiguration("/nowhere.storekit", _) = error else {
            Issue.record("not named: \(String(describing: error))")
            return
        }
    }

    @Test func theBehaviourIsTheOneThatTheVariableNames() throws {
        var environment = ["STOREKIT_CONFIGURATION": try fixture().path, "STOREKIT_BUNDLE_ID": "com.example.shop"]
        environment["STOREKIT_BEHAVIOUR"] = "iOS18,listsPurchasesLate"
        #expect(try device(environment).behaviour == [.entitlesUpgraded, .listsPurchasesLate])

        environment["STOREKIT_BEHAVIOUR"] = "iOS17"
        let error = #expect(throws: NoDeviceError.self) { try device(environment) }
        #expect(error?.errorDescription?.contains("iOS17") == true)
        #expect(error?.recoverySuggestion?.contains("iOS18") == true)
    }
}
