extension Product {
    /// What a purchase of the product gives.
    public struct ProductType: RawRepresentable, Equatable, Hashable {
        /// The type as a signed transaction spells it.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Used up, and bought again.
        public static let consumable = ProductType(rawValue: "Consumable")
        /// Bought once and owned for good.
        public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
        /// Lasts for a time that only the app knows.
        public static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")
        public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")
    }
}

extension Product.ProductType: Sendable {}

extension Product.ProductType {
    public var localizedDescription: String {
        switch self {
        case .consumable: "Consumable"
        case .nonConsumable: "Non-consumable"
        case .nonRenewable: "Non-renewing subscription"
        case .autoRenewable: "Auto-renewable subscription"
        default: rawValue
        }
    }
}
