internal import AppStoreData

extension Product.SubscriptionInfo {
    /// What will happen to a subscription at the end of its period, as the store signed it.
    public struct RenewalInfo {
        /// The ``Transaction/originalID`` of the subscription.
        public let originalTransactionID: UInt64
        public let currentProductID: String
        public let willAutoRenew: Bool
        /// The product of the next period; nil when it will not renew.
        public let autoRenewPreference: String?
        /// Nil unless the subscription has expired.
        public let expirationReason: Product.SubscriptionInfo.RenewalInfo.ExpirationReason?
        public let priceIncreaseStatus: Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus
        public let isInBillingRetry: Bool
        public let gracePeriodExpirationDate: Date?
        /// The offer of the next period.
        public let offer: Transaction.Offer?
        public let environment: AppStore.Environment
        /// Best first.
        public let eligibleWinBackOfferIDs: [String]
        /// SHA-384 of the lower-case nonce followed by the lower-case ``AppStore/deviceVerificationID``.
        public let deviceVerification: Data
        public let deviceVerificationNonce: UUID
        /// When the store signed this value.
        public let signedDate: Date
        public let advancedCommerceInfo: Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo?
        public let renewalBillingPlanType: SubscriptionInfo.BillingPlanType?
        public let commitmentInfo: Product.SubscriptionInfo.RenewalInfo.CommitmentInfo?

        let record: SignedRecord<RenewalInfoPayload>
    }
}

extension Product.SubscriptionInfo.RenewalInfo: Sendable {}

extension Product.SubscriptionInfo.RenewalInfo {
    /// The payload that was signed, as JSON.
    public var jsonRepresentation: Data {
        record.parts?.payload ?? Data()
    }

    /// When the customer's run of periods began; a lapse of up to 60 days does not end a run.
    public var recentSubscriptionStartDate: Date {
        record.payload.recentSubscriptionStartDate?.date ?? .distantPast
    }

    /// When the next period begins; nil when there will be none.
    public var renewalDate: Date? {
        record.payload.renewalDate?.date
    }

    /// The price of the next period in ``currency``.
    public var renewalPrice: Decimal? {
        record.payload.renewalPrice.map(Decimal.init(milliunits:))
    }

    public var currency: Locale.Currency? {
        record.payload.currency.map { Locale.Currency($0) }
    }

    /// What the app passed to ``Product/PurchaseOption/appAccountToken(_:)``.
    public var appAccountToken: UUID? {
        record.payload.appAccountToken?.uuid
    }

    public var appTransactionID: String {
        record.payload.appTransactionID ?? ""
    }
}

// Older spellings of properties that have types of their own now; Apple has deprecated them and apps still call them.
extension Product.SubscriptionInfo.RenewalInfo {
    /// See ``offer``.
    public var offerID: String? {
        offer?.id
    }

    /// See ``offer``.
    public var offerType: Transaction.OfferType? {
        offer?.type
    }

    public var offerPaymentModeStringRepresentation: String? {
        offer?.paymentMode?.rawValue
    }

    /// An ISO 8601 duration such as `P1M`.
    public var offerPeriodStringRepresentation: String? {
        record.payload.offerPeriod
    }

    public var environmentStringRepresentation: String {
        environment.rawValue
    }

    /// ISO 4217.
    public var currencyCode: String? {
        record.payload.currency
    }
}

extension Product.SubscriptionInfo.RenewalInfo: Equatable {
    /// Two values are equal when the store signed the same payload.
    public static func == (
        lhs: Product.SubscriptionInfo.RenewalInfo, rhs: Product.SubscriptionInfo.RenewalInfo
    ) -> Bool {
        lhs.record.signsTheSame(as: rhs.record)
    }
}

extension Product.SubscriptionInfo.RenewalInfo: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(originalTransactionID)
        hasher.combine(signedDate)
    }
}

extension Product.SubscriptionInfo.RenewalInfo: CustomDebugStringConvertible {
    public var debugDescription: String {
        String(decoding: jsonRepresentation, as: UTF8.self)
    }
}
