import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct StoreConfigurationTests {
    private static func fixture(_ name: String) throws -> StoreConfiguration {
        let url = try #require(
            Bundle.module.url(forResource: name, withExtension: "storekit", subdirectory: "Fixtures"))
        return try StoreConfiguration(contentsOf: url)
    }

    @Test func version1HasNoIdentifierAndNoNonRenewingSubscriptions() throws {
        let configuration = try Self.fixture("Version1")
        #expect(configuration.identifier == nil)
        #expect(configuration.version == .init(major: 1, minor: 0))
        #expect(configuration.products.map(\.id) == ["com.example.gem"])
        #expect(configuration.products[0].type == .consumable)
        #expect(configuration.products[0].price == Decimal(string: "0.99"))
        #expect(configuration.settings == StoreSettings())
    }

    @Test func version2HasOneIntroductoryOfferAndSettings() throws {
        let configuration = try Self.fixture("Version2")
        let monthly = try #require(configuration.products.last?.subscription)
        #expect(monthly.groupID == "2A")
        #expect(monthly.level == 1)
        #expect(monthly.period == SubscriptionPeriod(value: 1, unit: .month))
        #expect(
            monthly.introductoryOffers == [
                .init(
                    paymentMode: .payAsYouGo, price: Decimal(string: "2.49") ?? 0,
                    period: SubscriptionPeriod(value: 1, unit: .month),
                    periodCount: 3)
            ])
        #expect(monthly.codeOffers.map(\.id) == ["Free month"])
        #expect(monthly.codeOffers[0].codeEligibility == [.new, .existing, .expired])
        #expect(monthly.codeOffers[0].isStackable)
        #expect(configuration.settings.timeRate == .oneSecondIsOneDay)
        #expect(
            configuration.settings.storefront
                == StorefrontMessage(id: "143454", countryCode: "ESP", currencyCode: "EUR"))
        #expect(configuration.settings.isBillingGracePeriodEnabled)
        #expect(configuration.offersKeyPair?.keyID == "C815358F")
    }

    @Test func version3ArmsErrorsByName() throws {
        let configuration = try Self.fixture("Version3")
        #expect(configuration.settings.failingCalls == ["Load Products", "Purchase"])
        #expect(configuration.products.map(\.type) == [.nonConsumable, .nonRenewing])
    }

    @Test func version4HasPromotionalAndWinBackOffers() throws {
        let configuration = try Self.fixture("Version4")
        let yearly = try #require(configuration.products.first?.subscription)
        #expect(yearly.introductoryOffers.isEmpty)
        #expect(yearly.promotionalOffers.map(\.id) == ["loyal"])
        #expect(yearly.winBackOffers.map(\.id) == ["return", "return.soon"])
        #expect(yearly.winBackOffers.map(\.isEligible) == [true, false])
        #expect(yearly.winBackOffers.map(\.hasHighPriority) == [false, true])
        #expect(configuration.subscriptionGroups[0].localizations[0].displayName == "Everything")
        #expect(configuration.settings.isAskToBuyEnabled)
        #expect(configuration.settings.interruptsPurchases)
        #expect(configuration.settings.entersBillingRetryOnRenewal)
        #expect(configuration.settings.disablesDialogs)
    }

    @Test func version5HasSeveralIntroductoryOffersAndBillingPlans() throws {
        let configuration = try Self.fixture("Version5")
        let both = try #require(configuration.products[0].subscription)
        #expect(both.introductoryOffers.map(\.period.iso8601) == ["P2W"])
        let plans = try #require(configuration.products[1].subscription)
        #expect(plans.introductoryOffers.isEmpty)
        #expect(plans.billingPlans.map(\.type) == [.billedUpfront, .monthly])
        #expect(plans.billingPlans.map(\.price) == [11.88, 0.5])
        #expect(plans.billingPlans[1].commitmentPrice == 6)
    }

    @Test func keysThatNobodyKnowsAndNumbersWrittenAsTextAreTaken() throws {
        let configuration = try StoreConfiguration(
            json: Data(
                """
                { "future": {"a": [1]}, "version": {"major": "4"}, "products": [
                  {"productID": "a", "type": "Consumable", "displayPrice": 1.5, "familyShareable": "false", "new": null}
                ], "settings": {"_timeRate": "1003", "_askToBuyEnabled": 1}, "subscriptionGroups": null }
                """.utf8), file: "test")
        #expect(configuration.products.map(\.price) == [1.5])
        #expect(configuration.settings.timeRate == .oneRenewalEveryThirtySeconds)
        #expect(configuration.settings.isAskToBuyEnabled)
        #expect(configuration.version.major == 4)
    }

    @Test func anEmptyObjectIsAStoreThatSellsNothing() throws {
        #expect(try StoreConfiguration(json: Data("{}".utf8), file: "test").products.isEmpty)
    }

    // MARK: Refusals

    struct Refusal: Sendable, CustomTestStringConvertible {
        var name: String
        var json: String
        var keyPath: String
        var value: String?
        var problem: String
        var testDescription: String { name }
    }

    private static func product(_ members: String) -> String {
        #"{"products": [{\#(members), "productID": "a", "type": "Consumable"}]}"#
    }

    private static func subscription(_ members: String) -> String {
        #"""
        {"subscriptionGroups": [{"id": "g", "subscriptions": [
          {\#(members), "productID": "s", "displayPrice": "1"}]}]}
        """#
    }

    static let refusals = [
        Refusal(name: "no JSON", json: "products", keyPath: "", problem: "the file is no JSON"),
        Refusal(name: "cut off", json: #"{"products": ["#, keyPath: "", problem: "the file is no JSON"),
        Refusal(name: "empty", json: "", keyPath: "", problem: "the file is no JSON"),
        Refusal(name: "an array", json: "[]", keyPath: "", value: "an array of 0", problem: "is a JSON object"),
        Refusal(
            name: "a product identifier twice",
            json:
                #"{"products": [{"productID": "a", "type": "Consumable", "displayPrice": "1"}], "subscriptionGroups": [{"id": "g", "subscriptions": [{"productID": "a", "displayPrice": "1", "recurringSubscriptionPeriod": "P1M"}]}]}"#,
            keyPath: "subscriptionGroups[0].subscriptions[0].productID", value: "\"a\"",
            problem: "used before, at products[0].productID"),
        Refusal(
            name: "a negative price", json: product(#""displayPrice": "-0.99""#), keyPath: "products[0].displayPrice",
            value: "\"-0.99\"", problem: "the price is negative"),
        Refusal(
            name: "a price that is no number", json: product(#""displayPrice": "1,99 €""#),
            keyPath: "products[0].displayPrice", value: "\"1,99 €\"", problem: "this is no number"),
        Refusal(
            name: "no price", json: #"{"products": [{"productID": "a", "type": "Consumable"}]}"#,
            keyPath: "products[0].displayPrice", problem: "the price is missing"),
        Refusal(
            name: "a price beyond reason", json: product(#""displayPrice": "99999999999""#),
            keyPath: "products[0].displayPrice", value: "\"99999999999\"", problem: "beyond every currency"),
        Refusal(
            name: "an unreadable period", json: subscription(#""recurringSubscriptionPeriod": "monthly""#),
            keyPath: "subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod", value: "\"monthly\"",
            problem: "the period cannot be read"),
        Refusal(
            name: "a period of nothing", json: subscription(#""recurringSubscriptionPeriod": "P0M""#),
            keyPath: "subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod", value: "\"P0M\"",
            problem: "the period cannot be read"),
        Refusal(
            name: "an offer with an unreadable period",
            json: subscription(
                #""recurringSubscriptionPeriod": "P1M", "introductoryOffer": {"paymentMode": "free", "subscriptionPeriod": "1W"}"#
            ),
            keyPath: "subscriptionGroups[0].subscriptions[0].introductoryOffer.subscriptionPeriod", value: "\"1W\"",
            problem: "the period cannot be read"),
        Refusal(
            name: "an offer that is paid in an unknown way",
            json: subscription(
                #""recurringSubscriptionPeriod": "P1M", "introductoryOffers": [{"paymentMode": "barter", "subscriptionPeriod": "P1W"}]"#
            ),
            keyPath: "subscriptionGroups[0].subscriptions[0].introductoryOffers[0].paymentMode", value: "\"barter\"",
            problem: "this way to pay is not known"),
        Refusal(
            name: "a paid offer without a price",
            json: subscription(
                #""recurringSubscriptionPeriod": "P1M", "adHocOffers": [{"offerID": "o", "paymentMode": "payUpFront", "subscriptionPeriod": "P1W"}]"#
            ),
            keyPath: "subscriptionGroups[0].subscriptions[0].adHocOffers[0].displayPrice",
            problem: "the price is missing"),
        Refusal(
            name: "an offer of no periods",
            json: subscription(
                #""recurringSubscriptionPeriod": "P1M", "adHocOffers": [{"offerID": "o", "paymentMode": "free", "subscriptionPeriod": "P1W", "numberOfPeriods": 0}]"#
            ),
            keyPath: "subscriptionGroups[0].subscriptions[0].adHocOffers[0].numberOfPeriods", value: "0",
            problem: "an offer lasts from 1 to 1000 periods"),
        Refusal(
            name: "an offer without a name",
            json: subscription(
                #""recurringSubscriptionPeriod": "P1M", "codeOffers": [{"paymentMode": "free", "subscriptionPeriod": "P1W"}]"#
            ),
            keyPath: "subscriptionGroups[0].subscriptions[0].codeOffers[0].referenceName", problem: "the key is missing"
        ),
        Refusal(
            name: "an offer twice",
            json: subscription(
                #""recurringSubscriptionPeriod": "P1M", "winbackOffers": [{"offerID": "o", "paymentMode": "free", "subscriptionPeriod": "P1W"}, {"offerID": "o", "paymentMode": "free", "subscriptionPeriod": "P1W"}]"#
            ),
            keyPath: "subscriptionGroups[0].subscriptions[0].winbackOffers[1].offerID", value: "\"o\"",
            problem: "the offer is listed before"),
        Refusal(
            name: "a code for nobody known",
            json: subscription(
                #""recurringSubscriptionPeriod": "P1M", "codeOffers": [{"referenceName": "c", "paymentMode": "free", "subscriptionPeriod": "P1W", "eligibility": ["friends"]}]"#
            ),
            keyPath: "subscriptionGroups[0].subscriptions[0].codeOffers[0].eligibility[0]", value: "\"friends\"",
            problem: "nobody known could use the code"),
        Refusal(
            name: "a level below the first",
            json: subscription(#""recurringSubscriptionPeriod": "P1M", "groupNumber": 0"#),
            keyPath: "subscriptionGroups[0].subscriptions[0].groupNumber", value: "0", problem: "levels count from 1"),
        Refusal(
            name: "a subscription that names another group",
            json: subscription(#""recurringSubscriptionPeriod": "P1M", "subscriptionGroupID": "h""#),
            keyPath: "subscriptionGroups[0].subscriptions[0].subscriptionGroupID", value: "\"h\"",
            problem: "stands in the group g"),
        Refusal(
            name: "a group twice", json: #"{"subscriptionGroups": [{"id": "g"}, {"id": "g"}]}"#,
            keyPath: "subscriptionGroups[1].id", value: "\"g\"", problem: "used before"),
        Refusal(
            name: "a group without an identifier", json: #"{"subscriptionGroups": [{"name": "g"}]}"#,
            keyPath: "subscriptionGroups[0].id", problem: "the key is missing"),
        Refusal(
            name: "a product without an identifier",
            json: #"{"products": [{"type": "Consumable", "displayPrice": "1", "productID": ""}]}"#,
            keyPath: "products[0].productID", value: "\"\"", problem: "the text is empty"),
        Refusal(
            name: "an unknown type",
            json: #"{"products": [{"type": "Rental", "displayPrice": "1", "productID": "a"}]}"#,
            keyPath: "products[0].type", value: "\"Rental\"", problem: "this type of product is not known"),
        Refusal(
            name: "products that are no list", json: #"{"products": {"a": 1}}"#, keyPath: "products",
            value: "an object with a", problem: "an array is needed here"),
        Refusal(
            name: "an unknown version", json: #"{"version": {"major": 6, "minor": 0}}"#, keyPath: "version.major",
            value: "6", problem: "this version of the format is not known"),
        Refusal(
            name: "an unknown time rate", json: #"{"settings": {"_timeRate": 14}}"#, keyPath: "settings._timeRate",
            value: "14", problem: "this time rate is not known"),
        Refusal(
            name: "a time rate that is no whole number", json: #"{"settings": {"_timeRate": 1.5}}"#,
            keyPath: "settings._timeRate", value: "1.5", problem: "a whole number is needed here"),
        Refusal(
            name: "an unknown storefront", json: #"{"settings": {"_storefront": "US"}}"#,
            keyPath: "settings._storefront", value: "\"US\"", problem: "no storefront there"),
        Refusal(
            name: "a switch that is neither on nor off", json: #"{"settings": {"_askToBuyEnabled": "maybe"}}"#,
            keyPath: "settings._askToBuyEnabled", value: "\"maybe\"", problem: "true or false is needed here"),
    ]

    @Test(arguments: refusals)
    func aMeaninglessFileIsRefusedAndToldWhereAndWhatToDo(refusal: Refusal) throws {
        let error = try #require(throws: StoreConfigurationError.self) {
            try StoreConfiguration(json: Data(refusal.json.utf8), file: "Shop.storekit")
        }
        #expect(error.file == "Shop.storekit")
        #expect(error.keyPath == refusal.keyPath)
        #expect(error.value == refusal.value)
        #expect(error.problem.contains(refusal.problem))
        #expect(!error.remedy.isEmpty)
        #expect(error.description.hasPrefix("Shop.storekit"))
    }

    @Test func aFileThatIsNotThereIsRefused() throws {
        let error = try #require(throws: StoreConfigurationError.self) {
            try StoreConfiguration(contentsOf: URL(filePath: "/no/such/Shop.storekit"))
        }
        #expect(error.file == "/no/such/Shop.storekit")
        #expect(error.problem.contains("cannot be read"))
    }

    // MARK: Files from elsewhere

    private static let shared = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../shared/data/storekit-files").standardizedFileURL

    private static let sharedFiles =
        ((try? FileManager.default.contentsOfDirectory(at: shared, includingPropertiesForKeys: nil)) ?? [])
        .filter { $0.pathExtension == "storekit" }.map(\.lastPathComponent).sorted()

    @Test(.enabled(if: !sharedFiles.isEmpty), arguments: sharedFiles)
    func everyPublicFileLoads(name: String) throws {
        let configuration = try StoreConfiguration(contentsOf: Self.shared.appending(path: name))
        let store = makeStore(configuration)
        let shown = try store.device(named: "phone").products(for: Set(configuration.products.map(\.id)))
        #expect(shown.map(\.id) == configuration.products.map(\.id))
    }
}
