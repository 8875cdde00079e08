public import Foundation

/// What an app gave the store to tie a purchase to an account of its own.
///
/// Kept as it was written, because an empty text and other text that is no UUID have been seen, and must not make
/// the rest of a payload unreadable. Two tokens that spell one UUID in different case are equal.
public struct AppAccountToken: RawRepresentable, Sendable, Codable {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Spelled in lower case, as the App Store does.
    public init(_ uuid: UUID) {
        self.init(rawValue: uuid.uuidString.lowercased())
    }

    /// Nil when the text is no UUID.
    public var uuid: UUID? {
        UUID(uuidString: rawValue)
    }
}

extension AppAccountToken: Hashable {
    public static func == (lhs: AppAccountToken, rhs: AppAccountToken) -> Bool {
        lhs.rawValue == rhs.rawValue || lhs.rawValue.lowercased() == rhs.rawValue.lowercased()
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue.lowercased())
    }
}
