import Foundation

/// One place in a `.storekit` file: its value and the way to it. Absent places read as `nil`, not as an error.
struct ConfigurationNode {
    let file: String
    let keyPath: String
    let value: JSONValue?

    subscript(key: String) -> ConfigurationNode {
        let member: JSONValue? = if case .object(let members) = value { members[key] } else { nil }
        return ConfigurationNode(file: file, keyPath: keyPath.isEmpty ? key : "\(keyPath).\(key)", value: member)
    }

    /// Absent, or written as `null`.
    var isAbsent: Bool {
        value == nil || value == .null
    }

    func error(_ problem: String, remedy: String) -> StoreConfigurationError {
        StoreConfigurationError(
            file: file, keyPath: keyPath, value: value.map(\.description), problem: problem, remedy: remedy)
    }

    /// The array's elements; none when it is absent.
    func elements() throws(StoreConfigurationError) -> [ConfigurationNode] {
        if isAbsent { return [] }
        guard case .array(let elements) = value else {
            throw error("an array is needed here", remedy: "write [ … ], or leave the key out")
        }
        return elements.enumerated().map { index, element in
            ConfigurationNode(file: file, keyPath: "\(keyPath)[\(index)]", value: element)
        }
    }

    /// Nil when absent. Numbers are taken as text.
    func text() throws(StoreConfigurationError) -> String? {
        switch value {
        case nil, .null: return nil
        case .text(let text): return text
        case .number(let number): return "\(number)"
        default: throw error("text is needed here", remedy: "write it between quotation marks")
        }
    }

    func requiredText(_ remedy: String) throws(StoreConfigurationError) -> String {
        guard let text = try text(), !text.isEmpty else {
            throw error(isAbsent ? "the key is missing" : "the text is empty", remedy: remedy)
        }
        return text
    }

    /// Nil when absent. Also reads `"true"` and 1, as hand-written files have them.
    func bool() throws(StoreConfigurationError) -> Bool? {
        switch value {
        case nil, .null: return nil
        case .bool(let bool): return bool
        case .number(1), .text("true"), .text("1"): return true
        case .number(0), .text("false"), .text("0"): return false
        default: throw error("true or false is needed here", remedy: "write true or false")
        }
    }

    /// Nil when absent. Also reads a number written as text.
    func integer() throws(StoreConfigurationError) -> Int? {
        guard let number = try number() else { return nil }
        guard let integer = Int("\(number)") else {
            throw error("a whole number is needed here", remedy: "write one, such as 1")
        }
        return integer
    }

    /// Nil when absent. Also reads a number written as text.
    func number() throws(StoreConfigurationError) -> Decimal? {
        switch value {
        case nil, .null: return nil
        case .number(let number): return number
        case .text(let text):
            if let number = Self.decimal(text) { return number }
            throw error("this is no number", remedy: "write digits with a point, such as 4.99")
        default: throw error("a number is needed here", remedy: "write digits with a point, such as 4.99")
        }
    }

    /// The price, never below zero. A free product may leave it out.
    func price(whenAbsent missing: Decimal? = nil) throws(StoreConfigurationError) -> Decimal {
        guard let price = try number() ?? missing else {
            throw error("the price is missing", remedy: "write digits with a point, such as \"4.99\"")
        }
        guard price >= 0 else {
            throw error("the price is negative", remedy: "write 0 or more")
        }
        guard price <= 1_000_000_000 else {
            throw error("the price is beyond every currency's", remedy: "write at most 1000000000")
        }
        return price
    }

    func period() throws(StoreConfigurationError) -> SubscriptionPeriod {
        let text = try requiredText("write an ISO 8601 duration, such as P1M")
        guard let period = SubscriptionPeriod(iso8601: text) else {
            throw error(
                "the period cannot be read", remedy: "write an ISO 8601 duration of one unit, such as P1W, P1M or P1Y")
        }
        return period
    }

    /// Stricter than `Decimal(string:)`, which stops at the first character that it does not know.
    private static func decimal(_ text: String) -> Decimal? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), text.utf8.count <= 30,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) })
        else { return nil }
        return Decimal(string: text, locale: nil)
    }
}
