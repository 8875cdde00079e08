import Observation
import StoreKit

/// The one place where purchases come in.
///
/// Make it when the process starts, before the first screen, and keep it: the transactions that were left unfinished are
/// sent to the first listener, once. Nothing else in the app iterates `Transaction.updates` or calls `finish()`.
@MainActor
@Observable
public final class Shop {
    /// Nil until it could be loaded.
    public private(set) var catalogue: Catalogue?
    /// Nil while it is not known. Show neither locked nor unlocked content then.
    public private(set) var access: Access?
    /// Printed pages that are paid for.
    public private(set) var prints = 0
    /// Why the latest transaction that came by itself was not delivered. StoreKit sends it again at the next launch.
    public private(set) var deliveryFailure: (any Error)?

    public let wallet: Wallet

    @ObservationIgnored private var listeners: [Task<Void, Never>] = []
    @ObservationIgnored private var refreshing: Task<Void, Never>?

    public init(wallet: Wallet) {
        self.wallet = wallet
        listeners = [
            Task { [weak self] in
                for await result in Transaction.updates {
                    await self?.receive(result)
                }
            },
            // What has no transaction of its own: a period that ended, a grace period, automatic renewal turned off.
            Task { [weak self] in
                for await _ in Product.SubscriptionInfo.Status.updates {
                    await self?.refresh()
                }
            },
            Task { [weak self] in await self?.refresh() },
        ]
    }

    deinit {
        for listener in listeners { listener.cancel() }
    }

    public func isUnlocked(_ feature: Feature) -> Bool {
        access?.features.contains(feature) ?? false
    }

    public func loadCatalogue() async throws {
        catalogue = try await Catalogue.load()
    }

    // MARK: Buying

    public enum Outcome: Equatable, Sendable {
        case delivered
        /// Somebody has to approve it. If they do, it comes to the listener, perhaps days later.
        case waitingForApproval
        case cancelled
    }

    /// Buys a product and delivers it.
    ///
    /// - Throws: what StoreKit refuses with, or what delivery failed with. In the second case the customer has paid, and
    ///   the purchase is delivered at the next launch; say so instead of offering to buy again.
    public func buy(_ product: Product, options: Set<Product.PurchaseOption> = []) async throws -> Outcome {
        do {
            switch try await product.purchase(options: options) {
            case .success(let result):
                try await deliver(result)
                return .delivered
            case .pending:
                return .waitingForApproval
            case .userCancelled:
                return .cancelled
            @unknown default:
                return .cancelled
            }
        } catch StoreKitError.userCancelled {
            return .cancelled
        }
    }

    /// Asks the App Store for everything this customer ever bought.
    ///
    /// StoreKit knows it without being asked. This is for the customer who believes that something is missing, and it
    /// asks for their password, so call it from a button and never by itself.
    ///
    /// - Returns: false when they cancelled.
    public func restore() async throws -> Bool {
        do {
            try await AppStore.sync()
        } catch StoreKitError.userCancelled {
            return false
        }
        await refresh()
        return true
    }

    // MARK: Delivering

    private func receive(_ result: VerificationResult<Transaction>) async {
        do {
            try await deliver(result)
            deliveryFailure = nil
        } catch {
            deliveryFailure = error
        }
    }

    /// The only way from a transaction to what the customer gets, whichever way it came. `finish()` is its last step:
    /// whatever fails before it leaves the transaction to come again.
    private func deliver(_ result: VerificationResult<Transaction>) async throws {
        let transaction = try result.payloadValue
        try await wallet.record(transaction)
        await refresh()
        await transaction.finish()
    }

    /// Returns when what the customer has now is shown. One after the other, so that an earlier answer never replaces a
    /// later one; in a task of its own, so that it is complete even when the caller was cancelled.
    private func refresh() async {
        let previous = refreshing
        let refresh = Task {
            await previous?.value
            access = await Access.current()
            prints = await wallet.prints
        }
        refreshing = refresh
        await refresh.value
    }
}
