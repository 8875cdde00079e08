public import Foundation

/// A moment as the App Store writes it: whole milliseconds since 1970-01-01 00:00:00 UTC.
///
/// Kept as an integer, because a `Date` (a `Double` of seconds) does not give back every millisecond exactly.
public struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable {
    /// Milliseconds since 1970. Negative before it.
    public var rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The nearest millisecond; a date too far away for one is the furthest there is.
    public init(_ date: Date) {
        self.init(milliseconds: date.timeIntervalSince1970 * 1000)
    }

    public var date: Date {
        Date(timeIntervalSince1970: Double(rawValue) / 1000)
    }

    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
        lhs.rawValue < rhs.rawValue
    }

    /// The nearest millisecond; furthest in its direction when there is none.
    package init(milliseconds: Double) {
        let nearest = milliseconds.rounded()
        self.init(rawValue: Int64(exactly: nearest) ?? (nearest < 0 ? .min : .max))
    }
}

extension Timestamp: Codable {
    /// Reads whole milliseconds, and the fractional ones that Xcode has written, to the nearest.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let whole = try? container.decode(Int64.self) {
            self.init(rawValue: whole)
        } else {
            self.init(milliseconds: try container.decode(Double.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
