import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct PayloadTests {
    private let store = makeStore()
    private var phone: SimulatedDevice { store.device(named: "phone") }

    private func members(_ object: SignedObject?) throws -> [String: Any] {
        let text = try #require(object).jws()
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func aConsumablesPayloadHasTheseMembersOnly() throws {
        try phone.buy("coins")
        let payload = try members(phone.transactions(.all(productID: nil)).transactions.first)
        #expect(
            Set(payload.keys) == [
                "transactionId", "originalTransactionId", "bundleId", "productId", "purchaseDate",
                "originalPurchaseDate", "quantity", "type", "inAppOwnershipType", "signedDate", "environment",
                "storefront", "storefrontId", "transactionReason", "currency", "price", "appTransactionId",
                "deviceVerification", "deviceVerificationNonce",
            ])
        #expect(payload["transactionId"] as? String == "0")
        #expect(payload["environment"] as? String == "Xcode")
        #expect(payload["storefront"] as? String == "USA")
        #expect(payload["storefrontId"] as? String == "143441")
        #expect(payload["appTransactionId"] as? String == "0")
    }

    @Test func aSubscriptionsPayloadHasItsGroupItsEndAndAnOrderLine() throws {
        try phone.buy("pro.monthly")
        let payload = try members(phone.transactions(.all(productID: nil)).transactions.first)
        #expect(payload["subscriptionGroupIdentifier"] as? String == "group")
        #expect(payload["webOrderLineItemId"] as? String == "0")
        #expect(payload["expiresDate"] as? Int64 == 1_772_280_000_000)
        #expect(payload["isUpgraded"] == nil)
    }

    @Test func outsideXcodeEachPeriodHasItsOwnOrderLine() throws {
        let store = SimulatedAppStore(
            configuration: .sample, app: AppIdentity(bundleID: "a", appleID: 7, environment: .sandbox),
            clock: .manual(startingAt: start), seed: 1, signer: plainSigner)
        let phone = store.device(named: "phone")
        try phone.buy("pro.monthly")
        try store.advance(by: .seconds(28 * 86_400))
        #expect(try phone.list(.all(productID: nil)).map(\.webOrderLineItemID) == ["1", "0"])
        #expect(try phone.list(.all(productID: nil)).map(\.environment) == [.sandbox, .sandbox])
    }

    @Test func aRenewalInfoSaysWhatComesNext() throws {
        try phone.buy("pro.monthly")
        let payload = try members(phone.subscriptionStatuses(groupID: "group").first?.renewalInfo)
        #expect(
            Set(payload.keys) == [
                "originalTransactionId", "productId", "autoRenewProductId", "autoRenewStatus", "signedDate",
                "environment", "recentSubscriptionStartDate", "renewalDate", "currency", "renewalPrice",
                "appTransactionId", "deviceVerification", "deviceVerificationNonce",
            ])
        #expect(payload["renewalDate"] as? Int64 == 1_772_280_000_000)
        #expect(payload["renewalPrice"] as? Int64 == 9_990)
    }

    @Test func anAppTransactionIsTheDevicesDownload() throws {
        let payload: AppTransactionPayload = try phone.appTransaction().payload()
        #expect(payload.receiptType == .xcode)
        #expect(payload.bundleID == "com.example.app")
        #expect(payload.appAppleID == nil)
        #expect(payload.originalApplicationVersion == "1")
        #expect(payload.receiptCreationDate == Timestamp(start))
        #expect(payload.appTransactionID == "0")
    }

    @Test func signingAgainGivesTheSamePayload() throws {
        try phone.buy("pro.monthly")
        let first = try phone.transactions(.all(productID: nil)).transactions.map { try $0.jws() }
        try store.advance(by: .seconds(3_600))
        let object = try #require(try phone.transactions(.all(productID: nil)).transactions.first)
        #expect(try object.jws() == object.jws())
        #expect(try [object.jws()] == first)
        let info = try #require(try phone.subscriptionStatuses(groupID: "group").first?.renewalInfo)
        #expect(try info.jws() == info.jws())
    }

    @Test func anObjectKeepsWhatItSaidWhenTheTransactionChanges() throws {
        try phone.buy("lifetime")
        let object = try #require(try phone.transactions(.all(productID: nil)).transactions.first)
        try store.refund(transactionID: 0)
        #expect(try object.transaction.revocationDate == nil)
    }

    @Test func eachDeviceHasItsOwnVerificationAndNonce() throws {
        let tablet = store.device(named: "tablet")
        try phone.buy("lifetime")
        let first = try phone.list(.all(productID: nil))[0]
        let second = try tablet.list(.all(productID: nil))[0]
        #expect(phone.deviceVerificationID != tablet.deviceVerificationID)
        #expect(phone.deviceVerificationID == store.device(named: "phone").deviceVerificationID)
        #expect(first.deviceVerificationNonce != second.deviceVerificationNonce)
        let nonce = try #require(UUID(uuidString: first.deviceVerificationNonce ?? ""))
        let expected = plainSigner.deviceVerification(nonce, phone.deviceVerificationID).base64EncodedString()
        #expect(first.deviceVerification == expected)
    }

    @Test func aFailureToSignIsTheReadersError() throws {
        struct Failure: Error {}
        let signer = PayloadSigner(sign: { _ in throw Failure() }, deviceVerification: { _, _ in Data() })
        let store = SimulatedAppStore(
            configuration: .sample, app: AppIdentity(bundleID: "a"), clock: .manual(startingAt: start), signer: signer)
        let device = store.device(named: "phone")
        guard case .purchased(let object) = try device.purchase(PurchaseRequest(productID: "coins")) else {
            Issue.record("the purchase waits")
            return
        }
        #expect(throws: Failure.self) { try object.jws() }
        #expect(try device.transactions(.unfinished).transactions.count == 1)
    }

    @Test func productsAreShownInTheStoresLanguageAndCurrency() throws {
        var configuration = StoreConfiguration.sample
        configuration.products[0].localizations = [
            .init(locale: "en_US", displayName: "Coins", description: "Money"),
            .init(locale: "es_ES", displayName: "Monedas", description: "Dinero"),
        ]
        configuration.settings.storefront = try #require(StorefrontMessage(countryCode: "MEX"))
        let store = makeStore(configuration)
        let phone = store.device(named: "phone")
        func shown() throws -> StoreProduct { try #require(try phone.products(for: ["coins", "unknown"]).first) }
        #expect(try shown().displayName == "Coins")
        #expect(try shown().currencyCode == "MXN")
        try store.updateSettings { $0.localeIdentifier = "es_MX" }
        #expect(try shown().displayName == "Monedas")
        try store.updateSettings { $0.localeIdentifier = "de_DE" }
        #expect(try shown().displayName == "Coins")
        #expect(try phone.products(for: ["season", "coins"]).map(\.id) == ["coins", "season"])
        let subscription = try #require(try phone.products(for: ["plus.monthly"]).first?.subscription)
        #expect(subscription.groupDisplayName == "Membership" && subscription.groupLevel == 2)
    }
}
