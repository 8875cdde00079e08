/// What a renewal info says of an Advanced Commerce subscription.
public struct AdvancedCommerceRenewalInfo: Hashable, Sendable, Codable {
    public var consistencyToken: String?
    public var descriptors: AdvancedCommerceDescriptors?
    public var items: [AdvancedCommerceRenewalItem]?
    /// ISO 8601 duration.
    public var period: String?
    public var requestReferenceID: String?
    public var taxCode: String?

    /// Nothing in it.
    public init() {}

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case consistencyToken
        case descriptors
        case items
        case period
        case requestReferenceID = "requestReferenceId"
        case taxCode
    }
}
