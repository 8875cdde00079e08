public import Foundation

/// The time that a ``TransactionStore`` goes by.
///
/// The store refreshes itself when something it shows expires, so a test whose App Store runs on a clock of its own
/// hands that clock to the store as well:
///
/// ```swift
/// let clock = StoreClock(now: { session.now }, sleep: { try await session.sleep(until: $0) })
/// ```
public struct StoreClock: Sendable {
    public let now: @Sendable () -> Date
    /// Returns at or after the date, and throws when the calling task is cancelled first.
    public let sleep: @Sendable (_ until: Date) async throws -> Void

    public init(
        now: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (_ until: Date) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The system's clock. A sleep notices within a minute that the clock was set or the device was asleep.
    public static let system = StoreClock(
        now: { Date() },
        sleep: { date in
            while true {
                let left = date.timeIntervalSinceNow
                if left <= 0 { return }
                try await Task.sleep(for: .seconds(min(left, 60)))
            }
        }
    )
}
