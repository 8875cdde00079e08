import AppStoreData
import Foundation

/// Reads `.storekit` files: leniently where a file says more or less than needed, strictly where it would be meaningless.
struct StoreConfigurationReader {
    let file: String

    func read(_ data: Data) throws(StoreConfigurationError) -> StoreConfiguration {
        let value: JSONValue
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: data)
        } catch {
            throw StoreConfigurationError(
                file: file, keyPath: "", value: nil, problem: "the file is no JSON",
                remedy: "save it from Xcode again, or restore it from version control")
        }
        let root = ConfigurationNode(file: file, keyPath: "", value: value)
        guard case .object = value else {
            throw root.error("a StoreKit configuration is a JSON object", remedy: "save it from Xcode again")
        }

        var places: [String: String] = [:]
        var products: [StoreConfiguration.Product] = []
        func add(_ product: StoreConfiguration.Product, at node: ConfigurationNode) throws(StoreConfigurationError) {
            if let place = places[product.id] {
                throw node["productID"].error(
                    "the product identifier is used before, at \(place)",
                    remedy: "give each product its own identifier")
            }
            places[product.id] = node["productID"].keyPath
            products.append(product)
        }

        for key in ["products", "nonRenewingSubscriptions"] {
            for node in try root[key].elements() {
                try add(try product(node), at: node)
            }
        }
        var groups: [StoreConfiguration.SubscriptionGroup] = []
        for node in try root["subscriptionGroups"].elements() {
            let group = try group(node)
            if groups.contains(where: { $0.id == group.id }) {
                throw node["id"].error(
                    "the subscription group's identifier is used before", remedy: "give each group its own")
            }
            groups.append(group)
            for subscription in try node["subscriptions"].elements() {
                try add(try self.subscription(subscription, groupID: group.id), at: subscription)
            }
        }

        return StoreConfiguration(
            identifier: try root["identifier"].text(), version: try version(root["version"]), products: products,
            subscriptionGroups: groups, settings: try settings(root["settings"]),
            offersKeyPair: try keyPair(root["subscriptionOffersKeyPair"]))
    }

    private func version(_ node: ConfigurationNode) throws(StoreConfigurationError) -> StoreConfiguration.Version {
        let major = try node["major"].integer() ?? 1
        guard (1...5).contains(major) else {
            throw node["major"].error(
                "this version of the format is not known", remedy: "use a file of version 1 to 5")
        }
        return StoreConfiguration.Version(major: major, minor: try node["minor"].integer() ?? 0)
    }

    private func product(_ node: ConfigurationNode) throws(StoreConfigurationError) -> StoreConfiguration.Product {
        let name = try node["type"].requiredText("write Consumable, NonConsumable or NonRenewingSubscription")
        let type: ProductType
        switch name {
        case "Consumable": type = .consumable
        case "NonConsumable": type = .nonConsumable
        case "NonRenewingSubscription": type = .nonRenewing
        default:
            throw node["type"].error(
                "this type of product is not known",
                remedy: "write Consumable, NonConsumable or NonRenewingSubscription")
        }
        return try product(node, type: type, subscription: nil)
    }

    private func subscription(
        _ node: ConfigurationNode, groupID: String
    ) throws(StoreConfigurationError) -> StoreConfiguration.Product {
        if let stated = try node["subscriptionGroupID"].text(), stated != groupID {
            throw node["subscriptionGroupID"].error(
                "the subscription stands in the group \(groupID)", remedy: "write that group's identifier")
        }
        let level = try node["groupNumber"].integer() ?? 1
        guard level >= 1 else {
            throw node["groupNumber"].error("levels count from 1, the highest", remedy: "write 1 or more")
        }
        let subscription = StoreConfiguration.Subscription(
            groupID: groupID, level: level, period: try node["recurringSubscriptionPeriod"].period(),
            introductoryOffers: try introductoryOffers(node),
            promotionalOffers: try offers(node["adHocOffers"], identifiedBy: "offerID"),
            codeOffers: try offers(node["codeOffers"], identifiedBy: "referenceName"),
            winBackOffers: try offers(node["winbackOffers"], identifiedBy: "offerID"),
            billingPlans: try billingPlans(node["billingPlans"]))
        return try product(node, type: .autoRenewable, subscription: subscription)
    }

    private func product(
        _ node: ConfigurationNode, type: ProductType, subscription: StoreConfiguration.Subscription?
    ) throws(StoreConfigurationError) -> StoreConfiguration.Product {
        StoreConfiguration.Product(
            id: try node["productID"].requiredText("write the identifier that the app asks for"), type: type,
            referenceName: try node["referenceName"].text() ?? "", internalID: try node["internalID"].text() ?? "",
            price: try node["displayPrice"].price(), isFamilyShareable: try node["familyShareable"].bool() ?? false,
            localizations: try localizations(node["localizations"]), subscription: subscription)
    }

    private func group(
        _ node: ConfigurationNode
    ) throws(StoreConfigurationError) -> StoreConfiguration.SubscriptionGroup {
        StoreConfiguration.SubscriptionGroup(
            id: try node["id"].requiredText("write the group's identifier"), name: try node["name"].text() ?? "",
            localizations: try localizations(node["localizations"]))
    }

    private func localizations(
        _ node: ConfigurationNode
    ) throws(StoreConfigurationError) -> [StoreConfiguration.Localization] {
        var localizations: [StoreConfiguration.Localization] = []
        for element in try node.elements() {
            localizations.append(
                StoreConfiguration.Localization(
                    locale: try element["locale"].text() ?? "", displayName: try element["displayName"].text() ?? "",
                    description: try element["description"].text() ?? ""))
        }
        return localizations
    }

    /// Files before version 5 have one offer or `null`; version 5 has an array, and some of its files have both.
    private func introductoryOffers(
        _ node: ConfigurationNode
    ) throws(StoreConfigurationError) -> [StoreConfiguration.Offer] {
        let several = try offers(node["introductoryOffers"], identifiedBy: nil)
        if !several.isEmpty || node["introductoryOffer"].isAbsent { return several }
        return [try offer(node["introductoryOffer"], identifiedBy: nil)]
    }

    private func offers(
        _ node: ConfigurationNode, identifiedBy key: String?
    ) throws(StoreConfigurationError) -> [StoreConfiguration.Offer] {
        var offers: [StoreConfiguration.Offer] = []
        for element in try node.elements() {
            let offer = try offer(element, identifiedBy: key)
            if let key, offers.contains(where: { $0.id == offer.id }) {
                throw element[key].error("the offer is listed before", remedy: "give each offer of a product its own")
            }
            offers.append(offer)
        }
        return offers
    }

    private func offer(
        _ node: ConfigurationNode, identifiedBy key: String?
    ) throws(StoreConfigurationError) -> StoreConfiguration.Offer {
        let mode: OfferDiscountType
        switch try node["paymentMode"].requiredText("write free, payAsYouGo or payUpFront") {
        case "free": mode = .freeTrial
        case "payAsYouGo": mode = .payAsYouGo
        case "payUpFront": mode = .payUpFront
        default:
            throw node["paymentMode"].error(
                "this way to pay is not known", remedy: "write free, payAsYouGo or payUpFront")
        }
        let periodCount = try node["numberOfPeriods"].integer() ?? 1
        guard (1...1_000).contains(periodCount) else {
            throw node["numberOfPeriods"].error("an offer lasts from 1 to 1000 periods", remedy: "write 1 or more")
        }
        let price = try node["displayPrice"].price(whenAbsent: mode == .freeTrial ? 0 : nil)
        var id: String?
        if let key {
            id = try node[key].requiredText("write what the app or the customer names the offer by")
        }
        return StoreConfiguration.Offer(
            id: id, paymentMode: mode, price: mode == .freeTrial ? 0 : price,
            period: try node["subscriptionPeriod"].period(), periodCount: periodCount,
            codeEligibility: try codeEligibility(node["eligibility"]),
            isStackable: try node["isStackable"].bool() ?? false, isEligible: try node["isEligible"].bool() ?? true,
            hasHighPriority: try node["priority"].text() == "high")
    }

    /// Kinds of customers that are not known are passed over, unless nobody would be left.
    private func codeEligibility(
        _ node: ConfigurationNode
    ) throws(StoreConfigurationError) -> Set<StoreConfiguration.CodeEligibility> {
        let names = try node.elements()
        var known: Set<StoreConfiguration.CodeEligibility> = []
        for name in names {
            if let text = try name.text(), let eligibility = StoreConfiguration.CodeEligibility(rawValue: text) {
                known.insert(eligibility)
            }
        }
        if known.isEmpty, let first = names.first {
            throw first.error("nobody known could use the code", remedy: "write new, existing or expired")
        }
        return known
    }

    private func billingPlans(
        _ node: ConfigurationNode
    ) throws(StoreConfigurationError) -> [StoreConfiguration.BillingPlan] {
        var plans: [StoreConfiguration.BillingPlan] = []
        for element in try node.elements() {
            let commitment = element["commitmentDisplayPrice"]
            plans.append(
                StoreConfiguration.BillingPlan(
                    type: BillingPlanType(
                        rawValue: try element["billingPlanType"].requiredText("write BILLED_UPFRONT or MONTHLY")),
                    price: try element["displayPrice"].price(),
                    commitmentPrice: commitment.isAbsent ? nil : try commitment.price(),
                    internalID: try element["internalID"].text() ?? "",
                    isEnabled: try element["isEnabled"].bool() ?? true))
        }
        return plans
    }

    private func settings(_ node: ConfigurationNode) throws(StoreConfigurationError) -> StoreSettings {
        var settings = StoreSettings()
        settings.isAskToBuyEnabled = try node["_askToBuyEnabled"].bool() ?? false
        settings.interruptsPurchases = try node["_billingIssuesEnabled"].bool() ?? false
        settings.entersBillingRetryOnRenewal = try node["_renewalBillingIssuesEnabled"].bool() ?? false
        settings.isBillingGracePeriodEnabled = try node["_billingGracePeriodEnabled"].bool() ?? false
        settings.disablesDialogs = try node["_disableDialogs"].bool() ?? false
        settings.failsTransactions = try node["_failTransactionsEnabled"].bool() ?? false
        for element in try node["_storeKitErrors"].elements() where try element["enabled"].bool() == true {
            settings.failingCalls.insert(try element["name"].requiredText("write the call's name"))
        }
        if let raw = try node["_timeRate"].integer() {
            guard let rate = TimeRate(rawValue: raw) else {
                throw node["_timeRate"].error(
                    "this time rate is not known",
                    remedy: "write one of \(TimeRate.allCases.map { String($0.rawValue) }.joined(separator: ", "))")
            }
            settings.timeRate = rate
        }
        if let country = try node["_storefront"].text() {
            guard let storefront = StorefrontMessage(countryCode: country) else {
                throw node["_storefront"].error(
                    "the App Store has no storefront there", remedy: "write an ISO 3166-1 alpha-3 code, such as USA")
            }
            settings.storefront = storefront
        }
        settings.localeIdentifier = try node["_locale"].text() ?? "en_US"
        return settings
    }

    private func keyPair(
        _ node: ConfigurationNode
    ) throws(StoreConfigurationError) -> StoreConfiguration.OffersKeyPair? {
        guard let id = try node["id"].text(), let key = try node["privateKey"].text() else { return nil }
        return StoreConfiguration.OffersKeyPair(keyID: id, privateKey: key)
    }
}
