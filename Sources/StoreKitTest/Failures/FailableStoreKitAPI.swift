/// A part of StoreKit that a test can make fail, with `SKTestSession.setSimulatedError(_:forAPI:)`.
public protocol FailableStoreKitAPI<Failure>: Sendable {
    /// The failures that this part reports.
    associatedtype Failure: SKTestFailure
}
