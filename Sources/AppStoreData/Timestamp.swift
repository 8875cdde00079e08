/// A moment as the App Store writes it: whole milliseconds since 1970-01-01 00:00:00 UTC.
///
/// Kept as an integer, because a `Date` (a `Double` of seconds) does not give back every millisecond exactly.
public struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970. Negative before it.
    public var rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
