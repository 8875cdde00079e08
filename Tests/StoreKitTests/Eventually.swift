import Testing

/// Lets other tasks run until the condition holds. After the limit, which only a failure reaches, it
/// records an issue and returns.
func eventually(
    _ what: Comment, within limit: Duration = .seconds(300), isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async -> Bool
) async {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < limit {
        if await condition() { return }
        await Task.yield()
    }
    Issue.record("not in time: \(what)", sourceLocation: sourceLocation)
}
