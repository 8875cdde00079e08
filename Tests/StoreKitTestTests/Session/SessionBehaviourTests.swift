import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite struct SessionBehaviourTests {
    @Test func theEnvironmentSaysHowEverySessionOfTheProcessBehaves() async {
        await #expect(processExitsWith: .success) {
            setenv("STOREKIT_BEHAVIOUR", "iOS18", 1)
            let session = try SKTestSession(configurationFileNamed: "Store")
            #expect(session.behaviour == .iOS18)
            session.behaviour = []
            session.resetToDefaultState()
            #expect(session.behaviour == .iOS18)
        }
    }

    @Test func whatNoBehaviourIsCalledIsRefused() async {
        await #expect(processExitsWith: .success) {
            setenv("STOREKIT_BEHAVIOUR", "iOS17", 1)
            let error = #expect(throws: (any Error).self) { try SKTestSession(configurationFileNamed: "Store") }
            #expect(error?.localizedDescription.contains("entitlesUpgraded") == true)
        }
    }
}
