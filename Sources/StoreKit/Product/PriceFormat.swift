internal import AppStoreSimulator

/// How the store writes prices for one device.
struct PriceFormat {
    let locale: Locale
    let currencyCode: String

    init(_ product: StoreProduct) {
        locale = Locale(identifier: product.localeIdentifier)
        currencyCode = product.currencyCode
    }

    var style: Decimal.FormatStyle.Currency {
        .currency(code: currencyCode).locale(locale)
    }

    func text(_ price: Decimal) -> String {
        price.formatted(style)
    }
}
