internal import AppStoreSimulator
public import StoreKit

extension SKTestSession {
    /// Buys a product outside the app, as in the App Store or on another device: the transaction comes through
    /// `Transaction.updates`.
    ///
    /// - Throws: ``SKTestError``.
    public func buyProduct(productIdentifier: String) throws {
        var request = PurchaseRequest(productID: productIdentifier)
        request.isMadeInApp = false
        try act { try store.perform(.purchase(request, on: deviceID)) }
    }

    /// Buys a product outside the app, as in the App Store or on another device: the transaction comes through
    /// `Transaction.updates`, and is returned as well.
    ///
    /// Options of StoreKitTest date the purchase in the past or redeem an offer code.
    ///
    /// - Throws: ``SKTestError``; its `invalidAction` if the purchase now waits for an approval or for an issue to be
    ///   resolved. `Product.PurchaseError` for an offer or a quantity that the store refuses.
    @discardableResult
    public func buyProduct(
        identifier: Product.ID, options: Set<Product.PurchaseOption> = []
    ) async throws -> Transaction {
        try await device.buy(identifier, options: options, inApp: false)
    }
}

extension InstalledDevice {
    func buy(_ productID: String, options: Set<Product.PurchaseOption>, inApp: Bool) async throws -> Transaction {
        var request = try purchaseRequest(productID: productID, options: options)
        request.isMadeInApp = inApp
        let outcome: PurchaseOutcome
        do throws(AppStoreConnectionError) {
            outcome = try await connection.purchase(request)
        } catch .productUnavailable {
            throw SKTestError(.noSuchProduct(productID))
        } catch {
            throw Product.PurchaseError(error) ?? SKTestError(.invalidAction, "\(error)")
        }
        switch outcome {
        case .purchased(let object):
            guard let transaction = transaction(object) else {
                throw SKTestError(.serviceUnavailable, "The store signed a transaction that cannot be read.")
            }
            return transaction.unsafePayloadValue
        case .pending:
            throw SKTestError(
                .invalidAction,
                """
                The purchase waits for an approval or for an issue to be resolved, so there is no transaction yet. \
                Approve or resolve it: allTransactions() has it.
                """)
        }
    }
}
