internal import AppStoreData
internal import AppStoreSimulator

/// Something that customers can buy in the app, as the store describes it in its storefront and language.
public struct Product: Identifiable {
    public typealias ID = String

    public let id: String
    public let type: Product.ProductType
    public let displayName: String
    public let description: String
    /// In the storefront's currency.
    public let price: Decimal
    /// The price with its currency, in the manner of the storefront.
    public let displayPrice: String
    public let isFamilyShareable: Bool
    /// What an auto-renewable subscription offers; nil for other products.
    public let subscription: Product.SubscriptionInfo?

    let source: StoreProduct
    let storefront: StorefrontMessage
    let device: InstalledDevice

    init(_ source: StoreProduct, storefront: StorefrontMessage, device: InstalledDevice) {
        let format = PriceFormat(source)
        self.source = source
        self.storefront = storefront
        self.device = device
        id = source.id
        type = ProductType(rawValue: source.type.rawValue)
        displayName = source.displayName
        description = source.description
        price = source.price
        displayPrice = format.text(source.price)
        isFamilyShareable = source.isFamilyShareable
        subscription = source.subscription.map { SubscriptionInfo($0, format: format, device: device) }
    }
}

extension Product: Sendable {}

extension Product: Equatable {
    /// Two products are equal when the store describes them alike.
    public static func == (lhs: Product, rhs: Product) -> Bool {
        lhs.source == rhs.source
    }
}

extension Product: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

extension Product: CustomDebugStringConvertible {
    public var debugDescription: String {
        String(decoding: jsonRepresentation, as: UTF8.self)
    }
}

extension Product {
    /// The products with these identifiers, in the order of the store's catalogue. Unknown identifiers are left out. In
    /// a cancelled task there are none.
    ///
    /// - Throws: ``StoreKitError``.
    public static func products<Identifiers>(
        for identifiers: Identifiers
    ) async throws -> [Product] where Identifiers: Collection, Identifiers.Element == String {
        try await DevicePlace.current.device().products(for: Set(identifiers))
    }

    /// The most recent transaction of the product, which may be revoked or expired.
    public var latestTransaction: VerificationResult<Transaction>? {
        get async {
            var latest = transactions(.latest(productID: id)).makeAsyncIterator()
            return await latest.next()
        }
    }

    /// The first of ``currentEntitlements``.
    public var currentEntitlement: VerificationResult<Transaction>? {
        get async {
            var entitlements = currentEntitlements.makeAsyncIterator()
            return await entitlements.next()
        }
    }

    /// The transactions that entitle the customer to the product: one at most for an ordinary product.
    public var currentEntitlements: Transaction.Transactions {
        transactions(.currentEntitlements(productID: id))
    }

    private func transactions(_ selection: TransactionSelection) -> Transaction.Transactions {
        Transaction.Transactions(source: .list(selection), place: .device(device))
    }
}

extension Product {
    /// Formats amounts as ``displayPrice`` is formatted.
    public var priceFormatStyle: Decimal.FormatStyle.Currency {
        PriceFormat(source).style
    }

    /// Writes the unit of the product's period in the store's language.
    public var subscriptionPeriodUnitFormatStyle: Product.SubscriptionPeriod.Unit.FormatStyle {
        SubscriptionPeriod.Unit.FormatStyle(locale: PriceFormat(source).locale)
    }
}
