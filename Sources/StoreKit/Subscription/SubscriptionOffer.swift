internal import AppStoreData
internal import AppStoreSimulator

extension Product {
    /// A price below the product's own for some time.
    public struct SubscriptionOffer: Equatable, Hashable {
        /// Whom the offer is for.
        public struct OfferType: RawRepresentable, Equatable, Hashable {
            public let rawValue: String

            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            public static let introductory = OfferType(rawValue: "Introductory")
            public static let promotional = OfferType(rawValue: "Promotional")
            public static let winBack = OfferType(rawValue: "WinBack")
        }

        /// How the offer is paid.
        public struct PaymentMode: RawRepresentable, Equatable, Hashable {
            public let rawValue: String

            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// A lower price for each of ``SubscriptionOffer/periodCount`` periods.
            public static let payAsYouGo = PaymentMode(rawValue: "PayAsYouGo")
            public static let payUpFront = PaymentMode(rawValue: "PayUpFront")
            public static let freeTrial = PaymentMode(rawValue: "FreeTrial")
        }

        /// Nil for an introductory offer.
        public let id: String?
        public let type: Product.SubscriptionOffer.OfferType
        /// 0 for a free trial.
        public let price: Decimal
        public let displayPrice: String
        /// The length of one of the offer's periods.
        public let period: Product.SubscriptionPeriod
        /// More than 1 only when paying as you go.
        public let periodCount: Int
        public let paymentMode: Product.SubscriptionOffer.PaymentMode
    }
}

extension Product.SubscriptionOffer: Sendable {}
extension Product.SubscriptionOffer.OfferType: Sendable {}
extension Product.SubscriptionOffer.PaymentMode: Sendable {}

extension Product.SubscriptionOffer.OfferType {
    public var localizedDescription: String {
        switch self {
        case .introductory: "Introductory offer"
        case .promotional: "Promotional offer"
        case .winBack: "Win-back offer"
        default: rawValue
        }
    }
}

extension Product.SubscriptionOffer.PaymentMode {
    public var localizedDescription: String {
        switch self {
        case .payAsYouGo: "Pay as you go"
        case .payUpFront: "Pay up front"
        case .freeTrial: "Free trial"
        default: rawValue
        }
    }
}

extension Product.SubscriptionOffer {
    /// The signature of a promotional offer, made with the app's subscription key.
    public struct Signature: Equatable, Hashable, Sendable {
        public var keyID: String
        public var nonce: UUID
        /// Milliseconds since 1970.
        public var timestamp: Int
        /// An ASN.1 ECDSA signature over P-256 and SHA-256.
        public var signature: Data

        public init(keyID: String, nonce: UUID, timestamp: Int, signature: Data) {
            self.keyID = keyID
            self.nonce = nonce
            self.timestamp = timestamp
            self.signature = signature
        }
    }
}

extension Product.SubscriptionOffer {
    init(_ offer: StoreProduct.Offer, format: PriceFormat) {
        id = offer.id
        type =
            switch offer.kind {
            case .introductory: .introductory
            case .promotional: .promotional
            case .winBack: .winBack
            default: OfferType(rawValue: "\(offer.kind.rawValue)")
            }
        price = offer.price
        displayPrice = format.text(offer.price)
        period = Product.SubscriptionPeriod(offer.period)
        periodCount = offer.periodCount
        paymentMode =
            switch offer.paymentMode {
            case .freeTrial: .freeTrial
            case .payAsYouGo: .payAsYouGo
            case .payUpFront: .payUpFront
            default: PaymentMode(rawValue: offer.paymentMode.rawValue)
            }
    }
}
