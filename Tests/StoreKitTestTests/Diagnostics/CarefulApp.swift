import StoreKit

/// An app that does everything right, and says so.
@MainActor
final class CarefulApp {
    private(set) var owned: Set<String> = []
    private(set) var deliveries = 0
    private var listener: Task<Void, Never>?

    init() {
        listener = Task { [weak self] in
            for await result in Transaction.updates {
                await self?.deliver(result)
            }
        }
    }

    deinit { listener?.cancel() }

    func buy(_ id: String, options: Set<Product.PurchaseOption> = []) async throws {
        guard let product = try await Product.products(for: [id]).first,
            case .success(let result) = try await product.purchase(options: options)
        else { return }
        await deliver(result)
    }

    func refresh() async {
        var owned: Set<String> = []
        for await result in Transaction.currentEntitlements {
            guard case .verified(let transaction) = result, !transaction.isUpgraded else { continue }
            StoreKitDiagnostics.reportAccess(result)
            owned.insert(transaction.productID)
        }
        self.owned = owned
    }

    private func deliver(_ result: VerificationResult<Transaction>) async {
        guard case .verified(let transaction) = result else { return }
        await refresh()
        // Here a server, or a file, would have it.
        StoreKitDiagnostics.reportDurable(transaction)
        await transaction.finish()
        deliveries += 1
    }
}
