extension Transaction {
    /// The offer that a purchase or a renewal was made with.
    public struct Offer: Equatable, Hashable, Sendable {
        /// How the customer pays for an offer.
        public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
            /// The mode as a signed transaction spells it.
            public let rawValue: String

            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            public static let freeTrial = PaymentMode(rawValue: "FREE_TRIAL")
            public static let payAsYouGo = PaymentMode(rawValue: "PAY_AS_YOU_GO")
            public static let payUpFront = PaymentMode(rawValue: "PAY_UP_FRONT")
            public static var oneTime: PaymentMode { PaymentMode(rawValue: "ONE_TIME") }
        }

        /// The offer's identifier, or the reference name of an offer code; nil for an introductory offer.
        public let id: String?
        public let type: Transaction.OfferType
        public let paymentMode: Transaction.Offer.PaymentMode?
        /// The length of one of the offer's periods.
        public let period: Product.SubscriptionPeriod?
    }
}
