public import Foundation

/// Why a `.storekit` file cannot be used: what was wrong, where, and what to do.
public struct StoreConfigurationError: Error, Hashable, Sendable {
    /// The file's path, or the name that the reader was given for it.
    public var file: String
    /// Where in the file, such as `subscriptionGroups[0].subscriptions[2].displayPrice`; empty for the whole file.
    public var keyPath: String
    /// The value there, if there is one.
    public var value: String?
    public var problem: String
    public var remedy: String
}

extension StoreConfigurationError: CustomStringConvertible, LocalizedError {
    public var description: String {
        let place = keyPath.isEmpty ? file : "\(file): \(keyPath)"
        let content = value.map { " = \($0)" } ?? ""
        return "\(place)\(content): \(problem); \(remedy)"
    }

    public var errorDescription: String? { description }
}
