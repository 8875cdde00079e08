import AppStoreData

/// The catalogue as a device is shown it.
extension StoreMachine {
    /// The products with these identifiers, in the order of the configuration, with names in the store's language.
    public func products(for identifiers: Set<String>) -> [StoreProduct] {
        configuration.products.filter { identifiers.contains($0.id) }.map(product)
    }

    private func product(_ product: StoreConfiguration.Product) -> StoreProduct {
        let localization = localization(product.localizations)
        return StoreProduct(
            id: product.id, type: product.type, displayName: localization?.displayName ?? product.referenceName,
            description: localization?.description ?? "", price: product.price,
            currencyCode: settings.storefront.currencyCode, localeIdentifier: settings.localeIdentifier,
            isFamilyShareable: product.isFamilyShareable, internalID: product.internalID,
            subscription: product.subscription.map(subscription))
    }

    private func subscription(_ terms: StoreConfiguration.Subscription) -> StoreProduct.Subscription {
        let group = configuration.subscriptionGroups.first { $0.id == terms.groupID }
        let name = localization(group?.localizations ?? [])?.displayName ?? ""
        return StoreProduct.Subscription(
            groupID: terms.groupID, groupDisplayName: name.isEmpty ? group?.name ?? "" : name, groupLevel: terms.level,
            period: terms.period, introductoryOffers: terms.introductoryOffers.map { offer($0, .introductory) },
            promotionalOffers: terms.promotionalOffers.map { offer($0, .promotional) },
            winBackOffers: terms.winBackOffers.map { offer($0, .winBack) },
            billingPlans: terms.billingPlans.filter(\.isEnabled).map {
                StoreProduct.BillingPlan(
                    type: $0.type, price: $0.price, commitmentPrice: $0.commitmentPrice, internalID: $0.internalID)
            })
    }

    private func offer(_ offer: StoreConfiguration.Offer, _ kind: OfferType) -> StoreProduct.Offer {
        StoreProduct.Offer(
            id: offer.id, kind: kind, paymentMode: offer.paymentMode, price: offer.price, period: offer.period,
            periodCount: offer.periodCount)
    }

    /// In the store's language and region, else in its language, else the first.
    private func localization(
        _ localizations: [StoreConfiguration.Localization]
    ) -> StoreConfiguration.Localization? {
        let wanted = settings.localeIdentifier.replacing("-", with: "_")
        let language = wanted.prefix { $0 != "_" }
        return localizations.first { $0.locale.replacing("-", with: "_") == wanted }
            ?? localizations.first { $0.locale.prefix { $0 != "_" && $0 != "-" } == language }
            ?? localizations.first
    }
}
