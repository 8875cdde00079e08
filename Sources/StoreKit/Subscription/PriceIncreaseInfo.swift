internal import AppStoreData

extension Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item {
    /// A price increase that an item is going to have.
    public struct PriceIncreaseInfo: Equatable, Hashable, Sendable {
        /// How far the increase is.
        public struct Status: RawRepresentable, Equatable, Hashable, Sendable {
            /// The status as signed data spells it.
            public let rawValue: String

            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// The customer has not been asked yet.
            public static let scheduled = Status(rawValue: "SCHEDULED")
            /// The customer has been asked and has not answered.
            public static let pending = Status(rawValue: "PENDING")
            public static let accepted = Status(rawValue: "ACCEPTED")
        }

        /// The new price, in the currency of the renewal.
        public let price: Decimal
        public let status: Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item.PriceIncreaseInfo.Status
        /// The items whose price rises with this one's.
        public let dependentSKUs: [String]
    }
}

extension Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item.PriceIncreaseInfo {
    init(_ info: AdvancedCommercePriceIncreaseInfo) {
        price = Decimal(milliunits: info.price ?? 0)
        status = Status(rawValue: info.status?.rawValue ?? "")
        dependentSKUs = info.dependentSKUs ?? []
    }
}
