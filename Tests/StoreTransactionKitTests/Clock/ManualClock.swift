import AppStoreData
import Foundation
import StoreTransactionKit

/// A clock that moves only when a test moves it.
final class ManualClock: Sendable {
    private struct State {
        var now: Date
        var sleepers: [Int: (until: Date, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var count = 0
    }

    private let state: Lock<State>

    init(at seconds: Double) {
        state = Lock(State(now: Date(timeIntervalSince1970: seconds)))
    }

    var storeClock: StoreClock {
        StoreClock(now: { self.state.withLock { $0.now } }, sleep: { try await self.sleep(until: $0) })
    }

    /// The moments that somebody sleeps until, in seconds since 1970.
    var alarms: [Double] { state.withLock { $0.sleepers.values.map(\.until.timeIntervalSince1970).sorted() } }

    func advance(to seconds: Double) {
        let due = state.withLock { state in
            let now = Date(timeIntervalSince1970: seconds)
            state.now = now
            let due = state.sleepers.filter { $0.value.until <= now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for sleeper in due { sleeper.resume() }
    }

    private func sleep(until date: Date) async throws {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isDue = state.withLock { state in
                    guard state.now < date, !Task.isCancelled else { return true }
                    state.sleepers[id] = (date, continuation)
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        try Task.checkCancellation()
    }
}

extension StoreClock {
    static func standing(at seconds: Double) -> StoreClock {
        ManualClock(at: seconds).storeClock
    }
}
