internal import AppStoreData

/// Tasks that wait for a state behind a lock to change.
struct WaitingTasks {
    private var continuations: [Int: CheckedContinuation<Void, Never>] = [:]
    private var nextID = 0

    fileprivate mutating func reserve() -> Int {
        nextID += 1
        return nextID
    }

    fileprivate mutating func insert(_ continuation: CheckedContinuation<Void, Never>, as id: Int) {
        continuations[id] = continuation
    }

    fileprivate mutating func remove(_ id: Int) -> CheckedContinuation<Void, Never>? {
        continuations.removeValue(forKey: id)
    }

    /// Everyone who waits, to be woken once the lock is released.
    mutating func removeAll() -> Sleepers {
        defer { continuations = [:] }
        return Sleepers(continuations: Array(continuations.values))
    }

    struct Sleepers {
        fileprivate let continuations: [CheckedContinuation<Void, Never>]

        func wake() {
            for continuation in continuations { continuation.resume() }
        }
    }
}

extension Lock {
    /// Waits until somebody wakes the waiting tasks or the task is cancelled; not at all unless `mustWait` says so.
    func wait(
        in waiting: any WritableKeyPath<State, WaitingTasks> & Sendable, while mustWait: (State) -> Bool
    ) async {
        let id = withLock { $0[keyPath: waiting].reserve() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = withLock { state in
                    // The cancellation handler may have run already; it then found nobody to wake.
                    guard mustWait(state), !Task.isCancelled else { return false }
                    state[keyPath: waiting].insert(continuation, as: id)
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            withLock { $0[keyPath: waiting].remove(id) }?.resume()
        }
    }
}
