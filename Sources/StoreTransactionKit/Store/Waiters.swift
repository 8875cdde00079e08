/// Callers that wait for something to come about. A cancelled caller stops waiting; what it waited for goes on.
@MainActor
final class Waiters<Milestone: Hashable & Sendable> {
    private var waiting: [Milestone: [Int: CheckedContinuation<Void, any Error>]] = [:]
    private var count = 0

    /// Returns or throws as the milestone is reached; throws `CancellationError` when the calling task is cancelled.
    func wait(for milestone: Milestone) async throws {
        count += 1
        let waiter = count
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting[milestone, default: [:]][waiter] = $0 }
        } onCancel: {
            Task { @MainActor in
                self.waiting[milestone]?.removeValue(forKey: waiter)?.resume(throwing: CancellationError())
            }
        }
    }

    func reach(_ milestone: Milestone, throwing error: (any Error)? = nil) {
        for (_, waiter) in (waiting.removeValue(forKey: milestone) ?? [:]).sorted(by: { $0.key < $1.key }) {
            if let error { waiter.resume(throwing: error) } else { waiter.resume() }
        }
    }

    func isAwaited(_ milestone: Milestone) -> Bool {
        waiting[milestone]?.isEmpty == false
    }
}
