public import AppStoreData
public import Foundation

/// What a store sells, and how its environment begins: the content of a `.storekit` file.
///
/// Files of format versions 1 to 5 are read. Keys that are not known are passed over, absent ones have their defaults,
/// and numbers may be written as text.
public struct StoreConfiguration: Hashable, Sendable, Codable {
    /// Absent in files of version 1.0.
    public var identifier: String?
    public var version: Version
    /// In the order of the file: products, then non-renewing subscriptions, then each group's subscriptions.
    public var products: [Product]
    public var subscriptionGroups: [SubscriptionGroup]
    public var settings: StoreSettings
    /// What signs the promotional offers of this file, if it has a key.
    public var offersKeyPair: OffersKeyPair?

    public init(
        identifier: String? = nil, version: Version = Version(major: 5, minor: 0), products: [Product] = [],
        subscriptionGroups: [SubscriptionGroup] = [], settings: StoreSettings = StoreSettings(),
        offersKeyPair: OffersKeyPair? = nil
    ) {
        self.identifier = identifier
        self.version = version
        self.products = products
        self.subscriptionGroups = subscriptionGroups
        self.settings = settings
        self.offersKeyPair = offersKeyPair
    }

    /// Reads a `.storekit` file.
    ///
    /// - Throws: ``StoreConfigurationError``, which names the file, the key and the value, and says what to do.
    public init(contentsOf file: URL) throws(StoreConfigurationError) {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw StoreConfigurationError(
                file: file.path, keyPath: "", value: nil, problem: "the file cannot be read (\(error))",
                remedy: "check the path and who may read it")
        }
        try self.init(json: data, file: file.path)
    }

    /// Reads the content of a `.storekit` file. `file` is the name that errors give it.
    public init(json: Data, file: String) throws(StoreConfigurationError) {
        self = try StoreConfigurationReader(file: file).read(json)
    }

    /// The file's format.
    public struct Version: Hashable, Sendable, Codable {
        public var major: Int
        public var minor: Int

        public init(major: Int, minor: Int) {
            self.major = major
            self.minor = minor
        }
    }

    public struct Product: Hashable, Sendable, Codable {
        public var id: String
        public var type: ProductType
        public var referenceName: String
        public var internalID: String
        /// In the currency of whatever storefront asks: the file has none.
        public var price: Decimal
        public var isFamilyShareable: Bool
        public var localizations: [Localization]
        /// Auto-renewable subscriptions only.
        public var subscription: Subscription?

        public init(
            id: String, type: ProductType, referenceName: String = "", internalID: String = "", price: Decimal,
            isFamilyShareable: Bool = false, localizations: [Localization] = [], subscription: Subscription? = nil
        ) {
            self.id = id
            self.type = type
            self.referenceName = referenceName
            self.internalID = internalID
            self.price = price
            self.isFamilyShareable = isFamilyShareable
            self.localizations = localizations
            self.subscription = subscription
        }
    }

    public struct Subscription: Hashable, Sendable, Codable {
        public var groupID: String
        /// 1 is the highest level of service.
        public var level: Int
        public var period: SubscriptionPeriod
        /// The first that is there is the one a purchase gets; files of version 5 may have more.
        public var introductoryOffers: [Offer]
        public var promotionalOffers: [Offer]
        public var codeOffers: [Offer]
        public var winBackOffers: [Offer]
        public var billingPlans: [BillingPlan]

        public init(
            groupID: String, level: Int, period: SubscriptionPeriod, introductoryOffers: [Offer] = [],
            promotionalOffers: [Offer] = [], codeOffers: [Offer] = [], winBackOffers: [Offer] = [],
            billingPlans: [BillingPlan] = []
        ) {
            self.groupID = groupID
            self.level = level
            self.period = period
            self.introductoryOffers = introductoryOffers
            self.promotionalOffers = promotionalOffers
            self.codeOffers = codeOffers
            self.winBackOffers = winBackOffers
            self.billingPlans = billingPlans
        }
    }

    public struct Offer: Hashable, Sendable, Codable {
        /// Nil for an introductory offer. An offer code's is its reference name.
        public var id: String?
        public var paymentMode: OfferDiscountType
        /// 0 for a free trial.
        public var price: Decimal
        /// The length of one of the offer's periods.
        public var period: SubscriptionPeriod
        /// More than 1 only when paying as you go.
        public var periodCount: Int
        /// Whom an offer code is for; everyone when empty.
        public var codeEligibility: Set<CodeEligibility>
        /// Whether an introductory offer may follow an offer code.
        public var isStackable: Bool
        /// Whether a win-back offer is offered to customers who lapsed.
        public var isEligible: Bool
        /// Whether a win-back offer comes before those of normal priority.
        public var hasHighPriority: Bool

        public init(
            id: String? = nil, paymentMode: OfferDiscountType, price: Decimal = 0, period: SubscriptionPeriod,
            periodCount: Int = 1, codeEligibility: Set<CodeEligibility> = [], isStackable: Bool = false,
            isEligible: Bool = true, hasHighPriority: Bool = false
        ) {
            self.id = id
            self.paymentMode = paymentMode
            self.price = price
            self.period = period
            self.periodCount = periodCount
            self.codeEligibility = codeEligibility
            self.isStackable = isStackable
            self.isEligible = isEligible
            self.hasHighPriority = hasHighPriority
        }
    }

    public enum CodeEligibility: String, Hashable, Sendable, Codable {
        case new, existing, expired
    }

    public struct BillingPlan: Hashable, Sendable, Codable {
        public var type: BillingPlanType
        /// For one billing period.
        public var price: Decimal
        /// For the whole commitment.
        public var commitmentPrice: Decimal?
        public var internalID: String
        public var isEnabled: Bool

        public init(
            type: BillingPlanType, price: Decimal, commitmentPrice: Decimal? = nil, internalID: String = "",
            isEnabled: Bool = true
        ) {
            self.type = type
            self.price = price
            self.commitmentPrice = commitmentPrice
            self.internalID = internalID
            self.isEnabled = isEnabled
        }
    }

    public struct SubscriptionGroup: Hashable, Sendable, Codable {
        public var id: String
        /// The reference name.
        public var name: String
        public var localizations: [Localization]

        public init(id: String, name: String = "", localizations: [Localization] = []) {
            self.id = id
            self.name = name
            self.localizations = localizations
        }
    }

    public struct Localization: Hashable, Sendable, Codable {
        /// Such as `en_US`.
        public var locale: String
        public var displayName: String
        public var description: String

        public init(locale: String, displayName: String, description: String = "") {
            self.locale = locale
            self.displayName = displayName
            self.description = description
        }
    }

    public struct OffersKeyPair: Hashable, Sendable, Codable {
        public var keyID: String
        /// Base64 of a P-256 private key in DER, as the file has it. It has not been decoded.
        public var privateKey: String

        public init(keyID: String, privateKey: String) {
            self.keyID = keyID
            self.privateKey = privateKey
        }
    }
}
