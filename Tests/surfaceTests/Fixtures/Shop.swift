import Foundation

public struct Product: Identifiable, Sendable {
    public typealias ID = String
    public let id: String
    public var price: Decimal { 0 }
    public var note: String = ""
    public let groupIDs: [ID]

    public struct Period: Hashable, Sendable {
        @nonexhaustive public enum Unit: Hashable, Sendable { case day, week }
        public let unit: Unit
    }

    @MainActor public func purchase(options: Set<Option> = []) async throws -> Outcome { .pending }
    public static func products<IDs: Collection>(for identifiers: IDs) async throws -> [Product]
    where IDs.Element == String { [] }

    public struct Option: Hashable, Sendable {
        public static func custom(key: String, value: String) -> Option { Option() }
        public static func custom(key: String, value: Bool) -> Option { Option() }
        public static func onChange(_ body: @escaping @Sendable (Period) -> Bool) -> Option { Option() }
    }

    @nonexhaustive public enum Outcome: Sendable { case success(Checked<Product>), pending }
}

public typealias Period = Product.Period

@frozen public enum Checked<Value> {
    case unverified(Value, Failure)
    case verified(Value)

    @nonexhaustive public enum Failure: Error { case revoked }
}

extension Checked: Equatable where Value: Equatable {}
extension Checked: Sendable where Value: Sendable {}
extension Checked where Value == Product {
    public var signedDate: Date { Date(timeIntervalSince1970: 0) }
}

public struct Reason: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let renewal = Reason(rawValue: "RENEWAL")
}

@nonexhaustive public enum Rate: Int { case slow, fast }

public struct Updates: AsyncSequence {
    public struct AsyncIterator: AsyncIteratorProtocol {
        public mutating func next() async -> Product? { nil }
    }
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

extension DateComponents {
    public init(period: Period) { self.init() }
}

public struct Ours {
    public let anything: Int
}

extension Product {
    public var ours: Int { 0 }
}
