/// How an Advanced Commerce subscription is shown to the customer.
public struct AdvancedCommerceDescriptors: Hashable, Sendable, Codable {
    public var description: String?
    public var displayName: String?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case description
        case displayName
    }
}
