/// The type of a product, spelled as in a signed transaction.
public struct ProductType: RawRepresentable, Hashable, Sendable, Codable {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")
    public static let consumable = ProductType(rawValue: "Consumable")
    public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
    public static let nonRenewing = ProductType(rawValue: "Non-Renewing Subscription")
}
