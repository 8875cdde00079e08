import AppStoreData
import Foundation

/// A configuration's products, found by identifier and with their prices as the store's records have them.
struct Catalogue: Sendable {
    let configuration: StoreConfiguration
    private let entries: [String: Entry]

    init(_ configuration: StoreConfiguration) {
        self.configuration = configuration
        entries = Dictionary(
            configuration.products.map { ($0.id, Entry(product: $0, price: Int64(milliunits: $0.price))) },
            uniquingKeysWith: { first, _ in first })
    }

    subscript(productID: String) -> Entry? {
        entries[productID]
    }

    struct Entry: Sendable {
        let product: StoreConfiguration.Product
        /// In thousandths of the currency's unit.
        let price: Int64
    }
}

extension Int64 {
    /// Thousandths of the currency's unit, to the nearest.
    init(milliunits price: Decimal) {
        var (scaled, rounded) = (price * 1000, Decimal())
        NSDecimalRound(&rounded, &scaled, 0, .plain)
        self = (rounded as NSDecimalNumber).int64Value
    }
}
