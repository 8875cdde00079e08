import Testing

@testable import StoreKit

@Suite struct BehaviourNameTests {
    @Test func namesAreSeparatedByCommas() throws {
        #expect(
            try StoreKitBehaviour(names: "listsPurchasesLate, deliversUnfinishedOnce,")
                == [.listsPurchasesLate, .deliversUnfinishedOnce])
        #expect(try StoreKitBehaviour(names: "") == [])
    }

    @Test func aSystemNamesAllThatWasSeenOnIt() throws {
        #expect(try StoreKitBehaviour(names: "iOS18") == .iOS18)
        #expect(try StoreKitBehaviour(names: "macOS26,iOS18").isSuperset(of: [.entitlesUpgraded, .listsPurchasesLate]))
    }

    @Test func anUnknownNameIsRefusedWithTheKnownOnes() throws {
        let error = try #require(throws: UnknownBehaviour.self) { try StoreKitBehaviour(names: "iOS27,lateLists") }
        #expect(error.name == "lateLists")
        #expect(error.localizedDescription.contains("listsPurchasesLate"))
    }

    @Test func theEnvironmentSaysItForTheWholeProcess() throws {
        #expect(try StoreKitBehaviour.fromEnvironment([:]) == [])
        #expect(
            try StoreKitBehaviour.fromEnvironment(["STOREKIT_BEHAVIOUR": "entitlesUpgraded"]) == .entitlesUpgraded)
    }

    @Test func theDescriptionIsWhatTheEnvironmentTakes() throws {
        #expect(try StoreKitBehaviour(names: "\(StoreKitBehaviour.iOS27)") == .iOS27)
        #expect("\(StoreKitBehaviour.iOS26)" == "announcesOwnPurchases,listsPurchasesLate")
    }
}
