import StoreKit

// What a test that watches the app is told of the work for a transaction. Apple's StoreKit has nobody to tell.
extension VerifiedTransaction {
    /// The handler has returned, so the work is done for good.
    func reportDurable() {
        #if os(Linux)
            StoreKitDiagnostics.reportDurable(transaction)
        #endif
    }

    /// The handler threw: the transaction is left to come again.
    func reportDeferred() {
        #if os(Linux)
            StoreKitDiagnostics.reportDeferred(transaction)
        #endif
    }
}
