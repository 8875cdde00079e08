public import Foundation

/// StoreKit could not verify what it delivered. Nothing unverified reaches the transaction handler, is finished or is
/// shown.
public struct StoreTransactionVerificationError: LocalizedError, Sendable {
    /// StoreKit's reason.
    public let underlyingError: any Error

    public var errorDescription: String? {
        underlyingError.localizedDescription
    }
}
