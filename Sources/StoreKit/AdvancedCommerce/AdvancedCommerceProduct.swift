internal import AppStoreSimulator

/// A generic product of the Advanced Commerce API.
///
/// Buying one needs a view controller or a scene to confirm in, so `purchase(compactJWS:confirmIn:)` does not exist here.
public struct AdvancedCommerceProduct: Identifiable {
    public typealias ID = String
    public typealias ProductType = Product.ProductType
    public typealias PurchaseResult = Product.PurchaseResult

    public let id: AdvancedCommerceProduct.ID
    public let type: AdvancedCommerceProduct.ProductType

    private let device: InstalledDevice

    /// Loads the product from the store.
    ///
    /// - Throws: ``Product/PurchaseError/productUnavailable`` if there is none with this identifier; ``StoreKitError``.
    public init(id: AdvancedCommerceProduct.ID) async throws {
        let device = try DevicePlace.current.device()
        guard let product = try await device.products(for: [id]).first else {
            throw Product.PurchaseError.productUnavailable
        }
        self.id = id
        self.device = device
        type = product.type
    }
}

extension AdvancedCommerceProduct: Sendable {}

extension AdvancedCommerceProduct {
    /// The most recent transaction of the product, which may be revoked or expired.
    public var latestTransaction: VerificationResult<Transaction>? {
        get async {
            var latest = transactions(.latest(productID: id)).makeAsyncIterator()
            return await latest.next()
        }
    }

    /// What ``Transaction/all`` has of the product.
    public var allTransactions: Transaction.Transactions {
        transactions(.all(productID: id))
    }

    /// What ``Transaction/currentEntitlements`` has of the product.
    public var currentEntitlements: Transaction.Transactions {
        transactions(.currentEntitlements(productID: id))
    }

    private func transactions(_ selection: TransactionSelection) -> Transaction.Transactions {
        Transaction.Transactions(source: .list(selection), place: .device(device))
    }
}

extension AdvancedCommerceProduct: Equatable {
    public static func == (lhs: AdvancedCommerceProduct, rhs: AdvancedCommerceProduct) -> Bool {
        lhs.id == rhs.id && lhs.type == rhs.type
    }
}

extension AdvancedCommerceProduct: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(type)
    }
}

extension AdvancedCommerceProduct: CustomDebugStringConvertible {
    public var debugDescription: String {
        "\(id) (\(type.rawValue))"
    }
}
