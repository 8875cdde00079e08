/// A failure that a test can make one of StoreKit's calls report.
public protocol SKTestFailure: Equatable, Sendable {}
