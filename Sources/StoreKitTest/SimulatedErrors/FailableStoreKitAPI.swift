internal import StoreKit

/// An error that a test can make a part of StoreKit fail with.
public protocol SKTestFailure: Equatable, Sendable {}

/// A part of StoreKit that a test can make fail; see ``SKTestSession/setSimulatedError(_:forAPI:)``.
public protocol FailableStoreKitAPI<Failure>: Sendable {
    associatedtype Failure: SKTestFailure
}

/// Where the error for an API is kept.
protocol SimulatedFailure: FailableStoreKitAPI {
    static func arm(_ failure: Failure?, in errors: inout SimulatedErrors)

    /// The failure that says nothing; nil for an API whose failures all say something.
    static var unknown: Failure? { get }
}
