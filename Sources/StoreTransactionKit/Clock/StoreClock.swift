public import Foundation

/// The time that a ``TransactionStore`` goes by.
///
/// The store refreshes itself when something it shows expires and tries again what failed, so a test whose App Store runs on a clock of its own
/// hands that clock to the store as well:
///
/// ```swift
/// let clock = StoreClock(now: { session.now }, sleep: { try await session.sleep(until: $0) })
/// ```
public struct StoreClock: Sendable {
    public let now: @Sendable () -> Date
    /// Returns at or after the date, and throws when the calling task is cancelled first.
    public let sleep: @Sendable (_ until: Date) async throws -> Void
    /// Returns when the process has run for this long, and throws when the calling task is cancelled first.
    ///
    /// Measures how long work takes: a handler's deadline, a pause in a burst of arrivals. A test that jumps a month ahead
    /// makes no handler late.
    public let pause: @Sendable (_ duration: Duration) async throws -> Void

    public init(
        now: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (_ until: Date) async throws -> Void,
        pause: @escaping @Sendable (_ duration: Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.now = now
        self.sleep = sleep
        self.pause = pause
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
