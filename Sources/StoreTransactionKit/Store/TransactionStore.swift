import Foundation
public import Observation
public import StoreKit

/// The owner of an app's StoreKit transactions for the lifetime of the process.
///
/// A store listens to StoreKit from its initialisation on, hands every verified transaction to the app's handler,
/// finishes it once the handler has returned, and only then shows what the customer owns. It never loses a transaction
/// that failed and never handles again one that succeeded. See <doc:UnderstandingTransactionHandling>.
///
/// Create one store at the composition root of the app, keep it, and hand the same one to every view. `EntitlementID`
/// is the app's own type for the product identifiers that grant something, as a rule an enumeration of strings.
@MainActor @Observable
public final class TransactionStore<EntitlementID>
where EntitlementID: RawRepresentable & Hashable & Sendable, EntitlementID.RawValue == String {
    @ObservationIgnored private let session: StoreSession

    /// Starts a store, which begins to listen at once.
    ///
    /// ## The transaction handler
    ///
    /// `handleTransaction` makes a purchase last: it writes what the transaction means for the customer to the app's
    /// own ledger or server.
    ///
    /// ```swift
    /// let store = TransactionStore<SubscriptionID>(
    ///     handleTransaction: { transaction in
    ///         if let revocationDate = transaction.revocationDate {
    ///             try await ledger.revoke(transaction.id, at: revocationDate)
    ///         } else {
    ///             try await ledger.commit(transaction.id, productID: transaction.productID)
    ///         }
    ///     },
    ///     reportFailure: { failure in
    ///         await diagnostics.record(failure)
    ///     }
    /// )
    /// ```
    ///
    /// - It is called for one transaction at a time, in the order in which they came in. Nothing unverified reaches it.
    /// - It must bear being called again. Within a process a state of a transaction that was handled is not handled
    ///   again unless another state came between; but the process may end between the handler's return and StoreKit's taking note of it, and then the
    ///   transaction comes once more at the next launch.
    /// - A refund, or the end of family sharing, is the same transaction with its `revocationDate` set; a refund that is
    ///   taken back is that transaction without it, signed later. Key the ledger on the transaction's environment and
    ///   identifier and on the event, not on the identifier alone.
    /// - Its states come in the order in which the App Store signed them. One that comes in after a later one is left out,
    ///   so a revocation may be the first that is heard of a transaction.
    /// - It returns when the effect is durable. The store then finishes the transaction, and StoreKit forgets it.
    /// - If it throws, the transaction stays unfinished and is withheld from what is shown. The store tries again by
    ///   itself after a while that grows with each failure; ``refreshEntitlements()`` and ``restorePurchases()`` try
    ///   again at once, and so does the next launch. An error that is ``StoreTransactionRetrying`` has a say in it.
    /// - It has a deadline. When that passes its task is cancelled, the failure is reported, and other transactions go on.
    ///   It is not called again for the same transaction before it has returned; if it then returns without an error,
    ///   the transaction is finished all the same.
    /// - It runs in a task of the store. That a caller of ``process(_:)`` is cancelled does not reach it.
    ///
    /// ## The failure reporter
    ///
    /// `reportFailure` hears of everything that goes wrong, whether or not a caller is thrown the same error: each
    /// failure once, one at a time, in order. That a transaction failed again is told only if the error is another one.
    /// ``close()`` returns after the reporter has, and a refresh that met a failure gives it a moment; so write the
    /// failure down or pass it on, and do not wait in it for anything that may never come.
    ///
    /// ## What neither may do
    ///
    /// Neither callback may call the store that calls it: the call would wait for itself. Such a call throws
    /// ``StoreTransactionError/reentrantOperation(operation:)``. A detached task escapes this check. A handler
    /// that waits for one that calls the store waits until its deadline; a reporter that does may wait for ever. A task
    /// that the callback does not wait for may call the store once the callback has returned.
    ///
    /// - Parameters:
    ///   - clock: The time to go by when something shown expires. Tests that move the App Store's time hand that in.
    ///   - handlerDeadline: How long one call of the handler may take.
    ///   - handleTransaction: Makes the effect of a verified transaction durable.
    ///   - reportFailure: Takes note of a failure.
    public init(
        clock: StoreClock = .system,
        handlerDeadline: Duration = .seconds(60),
        handleTransaction: @escaping @Sendable (StoreTransactionSnapshot) async throws -> Void,
        reportFailure: @escaping @Sendable (StoreTransactionBackgroundFailure) async -> Void
    ) {
        session = StoreSession(
            handleTransaction: handleTransaction, reportFailure: reportFailure, clock: clock,
            handlerDeadline: handlerDeadline)
    }

    /// A store that goes away unclosed stops listening and completes what it has accepted.
    isolated deinit {
        session.abandon()
    }

    /// The verified transactions that entitle the customer, nil until StoreKit has been asked for the first time.
    ///
    /// Once set it never becomes nil again: a later failure leaves what is known.
    public var entitlements: StoreEntitlements? { session.entitlements }

    /// The identifiers that the customer owns, nil until StoreKit has been asked for the first time. An empty set means
    /// that it was asked and listed none that `EntitlementID` knows.
    ///
    /// A subscription that an upgrade has superseded stays in ``entitlements`` but is not active.
    public var activeEntitlements: Set<EntitlementID>? {
        entitlements.map { entitlements in
            Set(
                entitlements.transactions.filter { !$0.isUpgraded }.compactMap { EntitlementID(rawValue: $0.productID) }
            )
        }
    }

    /// What went wrong at startup, nil once it has been put right.
    ///
    /// While ``entitlements`` is nil, nil here means that the first answer is still to come. Beside entitlements it
    /// means that they are known but for the transaction that failed.
    public var startupError: (any Error)? { session.startupError }

    /// The transactions that the handler has not managed to handle yet, the one that failed first first.
    public var pendingWork: [StorePendingTransaction] { session.pendingWork }

    /// Handles what a purchase call returned, and returns when it has been handled, finished and published.
    ///
    /// A verified purchase is handled in any case: a caller that is cancelled, even before the call, only stops waiting.
    /// Another transaction's failure is not thrown here.
    ///
    /// - Throws: The handler's error for this transaction; ``StoreTransactionVerificationError`` for an unverified
    ///   one; ``StoreTransactionError``; `CancellationError` if the calling task is cancelled.
    public func process(_ result: Product.PurchaseResult) async throws -> StorePurchaseOutcome {
        try await session.process(result)
    }

    /// Hands every unfinished transaction to the handler, those that failed before included, asks StoreKit for the
    /// current entitlements and publishes them.
    ///
    /// Calls made while one runs share the next: nobody gets a result older than their call.
    ///
    /// - Throws: The first handler error, after publishing what is known without the transaction that failed;
    ///   ``StoreTransactionError``; `CancellationError` if the calling task is cancelled.
    @discardableResult
    public func refreshEntitlements() async throws -> StoreEntitlements {
        try await session.refresh()
    }

    /// All verified transactions of a product that StoreKit keeps, revoked ones included, the newest first.
    ///
    /// StoreKit keeps finished consumables only if the app asks for it in its Info.plist. An element that cannot be
    /// verified is left out and reported.
    ///
    /// - Throws: ``StoreTransactionError``; `CancellationError` if the calling task is cancelled.
    public func history(for productID: Product.ID) async throws -> [StoreTransactionSnapshot] {
        try await session.history(for: productID)
    }

    /// Synchronises with the App Store, then refreshes as ``refreshEntitlements()`` does.
    ///
    /// The customer may be asked to sign in, so call this only when they ask for it. Calls made while one synchronises
    /// share it.
    ///
    /// - Throws: What `AppStore.sync()` throws. `StoreKitError.userCancelled` means that the customer changed their
    ///   mind and is not reported. Otherwise as ``refreshEntitlements()``.
    @discardableResult
    public func restorePurchases() async throws -> StoreEntitlements {
        try await session.restore()
    }

    /// Stops listening, completes what has been accepted, the reports included, and returns.
    ///
    /// Can be called any number of times and by several callers at once. From the first call on, every other operation
    /// throws ``StoreTransactionError/closing``, and in the end ``StoreTransactionError/closed``. What was shown last
    /// stays readable.
    ///
    /// - Throws: ``StoreTransactionError/reentrantOperation(operation:)`` from within a callback.
    public func close() async throws {
        try await session.close()
    }
}
