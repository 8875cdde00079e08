/// Why a token was not made.
public enum TokenError: Error, Hashable, CustomStringConvertible {
    /// The lifetime is under a second or over what the App Store accepts.
    case lifetime(Duration, limit: Duration)
    /// The date is infinite, not a number, or millions of years away.
    case date(secondsSince1970: Double)

    public var description: String {
        switch self {
        case .lifetime(let lifetime, let limit):
            "a token's lifetime must be from 1 to \(limit.components.seconds) seconds, not \(lifetime)"
        case .date(let seconds):
            "the issue date is out of range: \(seconds) seconds since 1970"
        }
    }
}
