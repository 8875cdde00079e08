extension Transaction {
    /// What the Advanced Commerce API added to a purchase.
    public struct AdvancedCommerceInfo: Equatable, Hashable, Sendable {
        public let requestReferenceID: String
        public let estimatedTax: Decimal
        public let taxRate: Decimal
        public let taxCode: String
        public let taxExclusivePrice: Decimal
        public let description: String?
        public let displayName: String?
        /// Nil for a one-time charge.
        public let period: SubscriptionPeriod?
        public let items: [Transaction.AdvancedCommerceInfo.Item]

        /// One of the things bought together.
        public struct Item: Equatable, Hashable, Sendable {
            public struct Details: Equatable, Hashable, Sendable {
                public let sku: String
                public let displayName: String
                public let description: String
                public let offer: Transaction.AdvancedCommerceInfo.Offer?
                public let price: Decimal
            }

            public let details: Transaction.AdvancedCommerceInfo.Item.Details
            /// Nil if nothing has been refunded.
            public let refunds: [Transaction.AdvancedCommerceInfo.Refund]?
            public let revocationDate: Date?
        }

        /// A price that holds for some periods.
        public struct Offer: Equatable, Hashable, Sendable {
            /// What the offer is for.
            public struct Reason: Equatable, Hashable, RawRepresentable, Sendable {
                public let rawValue: String

                public init(rawValue: String) {
                    self.rawValue = rawValue
                }

                public static let acquisition = Reason(rawValue: "ACQUISITION")
                public static let retention = Reason(rawValue: "RETENTION")
                public static let winBack = Reason(rawValue: "WIN_BACK")
            }

            public let price: Decimal
            public let period: SubscriptionPeriod
            public let periodCount: Int
            public let reason: Transaction.AdvancedCommerceInfo.Offer.Reason
        }

        /// Money given back for an item.
        public struct Refund: Equatable, Hashable, Sendable {
            public struct Reason: Equatable, Hashable, RawRepresentable, Sendable {
                public let rawValue: String

                public init(rawValue: String) {
                    self.rawValue = rawValue
                }

                public static let legal = Reason(rawValue: "LEGAL")
                public static let modifyItems = Reason(rawValue: "MODIFY_ITEMS_REFUND")
                public static let unintended = Reason(rawValue: "UNINTENDED_PURCHASE")
                public static let unfulfilled = Reason(rawValue: "FULFILLMENT_ISSUE")
                public static let unsatisfied = Reason(rawValue: "UNSATISFIED_WITH_PURCHASE")
                public static let other = Reason(rawValue: "OTHER")
            }

            public struct RefundType: Equatable, Hashable, RawRepresentable, Sendable {
                public let rawValue: String

                public init(rawValue: String) {
                    self.rawValue = rawValue
                }

                public static let custom = RefundType(rawValue: "CUSTOM")
                public static let proRated = RefundType(rawValue: "PRORATED")
                public static let full = RefundType(rawValue: "FULL")
            }

            public let reason: Transaction.AdvancedCommerceInfo.Refund.Reason
            public let type: Transaction.AdvancedCommerceInfo.Refund.RefundType
            public let date: Date
            public let amount: Decimal
        }
    }
}
