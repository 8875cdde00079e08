/// One device of one account, both by the names that whoever runs the store gave them.
public struct DeviceID: Hashable, Sendable, Codable {
    public var account: String
    public var name: String

    public init(account: String, name: String) {
        self.account = account
        self.name = name
    }
}
