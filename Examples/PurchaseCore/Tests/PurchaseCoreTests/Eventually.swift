import Testing

/// Waits until the app has seen what the App Store sent it, which is a task of its own.
@MainActor
func eventually(
    within limit: Duration = .seconds(30), _ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async {
    let deadline = ContinuousClock.now + limit
    while !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record("nothing came of it within \(limit)", sourceLocation: sourceLocation)
            return
        }
        await Task.yield()
    }
}
