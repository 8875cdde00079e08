/// Why an Advanced Commerce item has an offer.
public struct AdvancedCommerceOfferReason: RawRepresentable, Hashable, Sendable, Codable {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let acquisition = AdvancedCommerceOfferReason(rawValue: "ACQUISITION")
    public static let winBack = AdvancedCommerceOfferReason(rawValue: "WIN_BACK")
    public static let retention = AdvancedCommerceOfferReason(rawValue: "RETENTION")
}
