/// The errors that a test has armed. Nil lets the call reach the store.
package struct SimulatedErrors: Sendable {
    package var loadProducts: StoreKitError?
    /// A ``StoreKitError`` or a ``Product/PurchaseError``.
    package var purchase: (any Error)?
    package var verification: VerificationProblem?
    package var appStoreSync: StoreKitError?
    package var subscriptionStatus: StoreKitError?
    package var appTransaction: StoreKitError?

    package init() {}
}
