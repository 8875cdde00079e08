public import Foundation

/// When a transaction whose handling failed is tried again.
public enum StoreTransactionRetry: Sendable, Hashable {
    /// After a while that grows with each failure, from about five seconds to about a quarter of an hour; and whenever
    /// the app refreshes.
    case automatic
    /// The same, but by itself no earlier than this.
    case notBefore(Date)
    /// Not by this process, unless the App Store says something new about the transaction or the app hands it to
    /// ``TransactionStore/process(_:)`` again. It stays unfinished and comes again at the next launch.
    case never
}

/// An error of the transaction handler that knows when trying again makes sense.
///
/// Any other error is tried again as ``StoreTransactionRetry/automatic`` says.
public protocol StoreTransactionRetrying: Error {
    var retry: StoreTransactionRetry { get }
}
