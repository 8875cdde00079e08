internal import AppStoreData
internal import AppStoreSimulator

extension Product {
    /// The product's record as JSON, in the shape in which a local store on Apple's systems gives it.
    public var jsonRepresentation: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // The record has only text, whole numbers and lists, which can always be encoded.
        return (try? encoder.encode(ProductRecord(self))) ?? Data()
    }
}

private struct ProductRecord: Encodable {
    let id: String
    let type = "in-apps"
    let href: String
    let attributes: Attributes

    struct Attributes: Encodable {
        let description: Description
        let icuLocale: String
        let isFamilyShareable: Int
        let kind: String
        let name: String
        let offerName: String
        let offers: [Offer]
        let subscriptionFamilyId: String?
        let subscriptionFamilyName: String?
        let subscriptionFamilyRank: Int?
    }

    struct Description: Encodable {
        let standard: String
    }

    struct Offer: Encodable {
        let currencyCode: String
        let price: String
        let priceFormatted: String
        let recurringSubscriptionPeriod: String?
        let discounts: [Discount]
    }

    struct Discount: Encodable {
        let id: String?
        let type: String
        let modeType: String
        let numOfPeriods: Int
        let price: String
        let priceFormatted: String
        let recurringSubscriptionPeriod: String
    }

    init(_ product: Product) {
        let source = product.source
        id = source.internalID
        href = "/v1/catalog/\(product.storefront.countryCode.lowercased())/in-apps/\(source.internalID)"
        let subscription = product.subscription
        let discounts = [subscription?.introductoryOffer].compactMap { $0 } + (subscription?.promotionalOffers ?? [])
        attributes = Attributes(
            description: Description(standard: source.description),
            icuLocale: "\(source.localeIdentifier)@currency=\(source.currencyCode)",
            isFamilyShareable: source.isFamilyShareable ? 1 : 0,
            kind: source.type.rawValue,
            name: source.displayName,
            offerName: source.id,
            offers: [
                Offer(
                    currencyCode: source.currencyCode, price: "\(source.price)", priceFormatted: product.displayPrice,
                    recurringSubscriptionPeriod: subscription?.subscriptionPeriod.isoDuration,
                    discounts: discounts.map(Discount.init))
            ],
            subscriptionFamilyId: subscription?.subscriptionGroupID,
            subscriptionFamilyName: subscription?.groupDisplayName,
            subscriptionFamilyRank: subscription?.groupLevel
        )
    }
}

extension ProductRecord.Discount {
    init(_ offer: Product.SubscriptionOffer) {
        id = offer.id
        type = offer.type.rawValue
        modeType = offer.paymentMode.rawValue
        numOfPeriods = offer.periodCount
        price = "\(offer.price)"
        priceFormatted = offer.displayPrice
        recurringSubscriptionPeriod = offer.period.isoDuration
    }
}

extension Product.SubscriptionPeriod {
    fileprivate var isoDuration: String {
        switch unit {
        case .day: "P\(value)D"
        case .week: "P\(value)W"
        case .month: "P\(value)M"
        case .year: "P\(value)Y"
        }
    }
}
