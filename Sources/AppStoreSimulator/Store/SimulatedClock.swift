public import Foundation

/// How a store's time passes when nobody moves it.
public enum SimulatedClock: Hashable, Sendable {
    /// As the system's, plus what it was advanced by.
    case real
    /// Not at all: only advancing moves it.
    case manual(startingAt: Date)
}
