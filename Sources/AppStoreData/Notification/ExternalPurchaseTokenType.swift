/// What an external purchase token is for.
public struct ExternalPurchaseTokenType: RawRepresentable, Hashable, Sendable, Codable {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let services = ExternalPurchaseTokenType(rawValue: "SERVICES")
    public static let acquisition = ExternalPurchaseTokenType(rawValue: "ACQUISITION")
}
