/// Marks the tasks that run inside one of a store's callbacks, so that a call back into the store is recognised
/// instead of waiting for itself.
///
/// A task that a callback started and did not wait for carries the mark too; it loses its force when the callback
/// returns. A detached task carries no mark.
@MainActor
final class CallbackScope {
    private let owner: ObjectIdentifier
    private var isRunning = true

    private init(owner: ObjectIdentifier) {
        self.owner = owner
    }

    static func run<Result: Sendable>(
        of owner: AnyObject, _ callback: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        let scope = CallbackScope(owner: ObjectIdentifier(owner))
        defer { scope.isRunning = false }
        return try await CallbackScopes.$enclosing.withValue(CallbackScopes.enclosing.filter(\.isRunning) + [scope]) {
            try await callback()
        }
    }

    /// Whether the current task runs inside a callback of this owner.
    static func isInside(_ owner: AnyObject) -> Bool {
        CallbackScopes.enclosing.contains { $0.isRunning && $0.owner == ObjectIdentifier(owner) }
    }
}

private enum CallbackScopes {
    @TaskLocal static var enclosing: [CallbackScope] = []
}
