internal import AppStoreSimulator

extension Product {
    /// Buys the product.
    ///
    /// When it returns, the transaction is among ``Transaction/unfinished`` and, unless it is a consumable,
    /// ``Transaction/currentEntitlements``; it is not sent to ``Transaction/updates``.
    ///
    /// - Throws: ``PurchaseError`` if the store refuses the purchase as it was asked for; ``StoreKitError``.
    @MainActor
    public func purchase(options: Set<Product.PurchaseOption> = []) async throws -> Product.PurchaseResult {
        try await device.purchase(self, options: options)
    }
}
