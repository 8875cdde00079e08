import AppStoreData
import Foundation

/// Keeps count of what the handler was given, through all launches of the app in this process.
final class HandlerWork: Sendable {
    private struct State {
        /// Transactions that have been handed to the handler and are not finished.
        var inHand = 0
        var runs: [Version: Int] = [:]
    }

    private struct Version: Hashable {
        var id: String
        var signed: Date
    }

    private let state = Lock(State())

    func begun() {
        state.withLock { $0.inHand += 1 }
    }

    func handled(_ id: String, signed: Date) {
        state.withLock { $0.runs[Version(id: id, signed: signed), default: 0] += 1 }
    }

    func finished() {
        state.withLock { $0.inHand -= 1 }
    }

    var isDone: Bool {
        state.withLock { $0.inHand == 0 }
    }

    /// Successful runs beyond the first for one signed version of a transaction.
    var repeatedRuns: Int {
        state.withLock { $0.runs.values.reduce(0) { $0 + $1 - 1 } }
    }
}
