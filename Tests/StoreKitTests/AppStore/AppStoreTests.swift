import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.timeLimit(.minutes(5))) struct AppStoreTests {
    @Test func theDeviceHasAnIdentifierOfItsOwn() throws {
        _ = try makeSession()
        #expect(AppStore.canMakePayments)
        #expect(AppStore.deviceVerificationID != nil)
        #expect(AppStore.deviceVerificationID == AppStore.deviceVerificationID)
    }

    @Test func synchronizingIsOverWithoutADialog() async throws {
        _ = try makeSession()
        try await AppStore.sync()
    }

    @Test func theAppTransactionIsThatOfTheApp() async throws {
        _ = try makeSession()
        let result = try await AppTransaction.shared
        let app = try result.payloadValue
        #expect(app.bundleID == "com.example.app")
        #expect(app.appVersion == "1")
        #expect(app.environment == .xcode)
        #expect(app.appID == nil)
        #expect(app.originalPlatform == .iOS)
        #expect(result.payloadData == app.jsonRepresentation)
        #expect(try await AppTransaction.refresh().payloadValue == app)
    }

    @Test func theStorefrontAndItsChangesAreKnown() async throws {
        let session = try makeSession()
        #expect(await Storefront.current?.countryCode == "USA")
        var updates = Storefront.updates.makeAsyncIterator()
        session.storefront = "JPN"
        let japan = try #require(await updates.next())
        #expect(japan.countryCode == "JPN")
        #expect(japan.currency?.identifier == "JPY")
        #expect(await Storefront.current?.id == japan.id)
        session.storefront = "???"
        #expect(session.storefront == "JPN")
    }

    @Test func aMessageWaitsForItsListener() async throws {
        let session = try makeSession()
        let gold = try await buy("gold")
        try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(gold.id))
        var messages = Message.messages.makeAsyncIterator()
        #expect(await messages.next()?.reason == .priceIncreaseConsent)
    }
}
