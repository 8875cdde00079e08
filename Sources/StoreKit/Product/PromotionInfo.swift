extension Product {
    /// Whether, and in which place, the App Store promotes a product to this customer.
    ///
    /// A simulated device keeps the order and the visibilities that the app gave, for as long as it exists.
    public struct PromotionInfo: Equatable {
        @nonexhaustive
        public enum Visibility: Equatable, Hashable {
            case appStoreConnectDefault
            case visible
            case hidden
        }

        public let productID: Product.ID
        public var visibility: Product.PromotionInfo.Visibility

        let place: DevicePlace

        public static func == (a: Product.PromotionInfo, b: Product.PromotionInfo) -> Bool {
            a.productID == b.productID && a.visibility == b.visibility
        }
    }
}

extension Product.PromotionInfo.Visibility: RawRepresentable {
    public typealias RawValue = Int

    public init?(rawValue: Int) {
        switch rawValue {
        case 0: self = .appStoreConnectDefault
        case 1: self = .visible
        case 2: self = .hidden
        default: return nil
        }
    }

    public var rawValue: Int {
        switch self {
        case .appStoreConnectDefault: 0
        case .visible: 1
        case .hidden: 2
        }
    }
}

extension Product.PromotionInfo {
    /// The promoted products in the order that the app gave; empty if it gave none.
    ///
    /// - Throws: ``StoreKitError``.
    public static var currentOrder: [Product.PromotionInfo] {
        get async throws {
            let place = DevicePlace.current
            return try place.device().withPromotions { promotions in
                promotions.order.map {
                    Product.PromotionInfo(productID: $0, visibility: promotions.visibility(of: $0), place: place)
                }
            }
        }
    }

    /// Gives the device this value's visibility.
    ///
    /// - Throws: ``StoreKitError``; ``Product/PurchaseError/productUnavailable`` for an unknown product.
    public func update() async throws {
        try await Self.set([productID: visibility], order: nil, at: place)
    }

    /// Promotes these products in this order, and no others. An empty collection removes the order.
    ///
    /// - Throws: ``StoreKitError``; ``Product/PurchaseError/productUnavailable`` for an unknown product.
    public static func updateProductOrder(byID order: some Collection<String>) async throws {
        try await set([:], order: Array(order), at: .current)
    }

    /// - Throws: ``StoreKitError``; ``Product/PurchaseError/productUnavailable`` for an unknown product.
    public static func updateProductVisibility(
        _ visibility: Product.PromotionInfo.Visibility, for productID: Product.ID
    ) async throws {
        try await set([productID: visibility], order: nil, at: .current)
    }

    /// Gives the device this order with these visibilities.
    ///
    /// - Throws: ``StoreKitError``; ``Product/PurchaseError/productUnavailable`` for an unknown product.
    public static func updateAll(_ promotions: some Collection<Product.PromotionInfo>) async throws {
        let visibilities = Dictionary(promotions.map { ($0.productID, $0.visibility) }) { $1 }
        try await set(visibilities, order: promotions.map(\.productID), at: .current)
    }

    private static func set(
        _ visibilities: [Product.ID: Visibility], order: [Product.ID]?, at place: DevicePlace
    ) async throws {
        let device = try place.device()
        let named = Set(visibilities.keys).union(order ?? [])
        let known = Set(try await device.products(for: named).map(\.id))
        guard known == named else { throw Product.PurchaseError.productUnavailable }
        device.withPromotions { promotions in
            if let order { promotions.order = order }
            promotions.visibilities.merge(visibilities) { $1 }
        }
    }
}

/// What an app has said about promoted products on one device.
struct PromotionSettings {
    var order: [Product.ID] = []
    var visibilities: [Product.ID: Product.PromotionInfo.Visibility] = [:]

    func visibility(of productID: Product.ID) -> Product.PromotionInfo.Visibility {
        visibilities[productID] ?? .appStoreConnectDefault
    }
}
