internal import AppStoreData

// Older spellings of properties that have types of their own now; Apple has deprecated them and apps still call them.
extension Transaction {
    /// See ``offer``.
    public var offerType: Transaction.OfferType? {
        offer?.type
    }

    /// See ``offer``.
    public var offerID: String? {
        offer?.id
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

    public var reasonStringRepresentation: String {
        reason.rawValue
    }

    public var storefrontCountryCode: String {
        storefront.countryCode
    }

    /// ISO 4217.
    public var currencyCode: String? {
        record.payload.currency
    }

    public var revocationTypeStringRepresentation: String? {
        revocationType?.rawValue
    }
}
