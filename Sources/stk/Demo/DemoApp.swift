import AppStoreData
import AppStoreSimulator
import Foundation
import PurchaseLedger
import SignedData
import StoreKit
import StoreTransactionKit

/// One launch of the app: a device with StoreKit on it, a `TransactionStore`, and a ledger as its handler.
@MainActor
final class DemoApp {
    /// Whatever the configuration sells.
    struct ProductID: RawRepresentable, Hashable, Sendable {
        var rawValue: String
    }

    let ledger: SQLiteLedger
    private let store: SimulatedAppStore
    private let work: HandlerWork
    private let device: InstalledDevice
    private let transactions: TransactionStore<ProductID>

    init(
        store: SimulatedAppStore, chain: SigningChain, ledger file: URL, names: [String: String], timeline: Timeline,
        crashPoint: CrashPoint?, work: HandlerWork
    ) throws {
        let ledger = try SQLiteLedger(url: file, now: { store.now })
        let connection = ObservedConnection(
            device: store.device(named: "phone"),
            received: { delivery in
                switch delivery {
                case .transaction(let object):
                    let id = object.transactionID.map { " \($0)" } ?? ""
                    timeline.tell(store.now, .device, "receives transaction\(id)")
                case .subscriptionStatus: timeline.tell(store.now, .device, "receives a change of subscription status")
                default: break
                }
            },
            willFinish: { _ in CrashPoint.reached(.afterHandler, wanted: crashPoint) },
            didFinish: { id in
                timeline.tell(store.now, .device, "finishes transaction \(id)")
                work.finished()
                CrashPoint.reached(.afterFinish, wanted: crashPoint)
            })
        device = try InstalledDevice(connection, of: store, app: try store.machine.app, chain: chain)
        DeviceRegistry.shared.install(device, owner: store, in: nil)
        transactions = TransactionStore(
            clock: StoreClock(now: { store.now }, sleep: { try await store.sleep(until: $0) }),
            handleTransaction: { transaction in
                work.begun()
                CrashPoint.reached(.beforeHandler, wanted: crashPoint)
                let outcome = try await ledger.apply(signedTransaction: transaction.jwsRepresentation)
                let balance = try await ledger.balance(of: transaction.productID, in: outcome.transaction.environment)
                timeline.tell(store.now, .handler, Self.describe(outcome, balance: balance, names: names))
                work.handled(outcome.transaction.id, signed: transaction.signedDate)
            },
            reportFailure: { failure in timeline.note("The app reports a failure: \(failure.underlyingError)") })
        self.ledger = ledger
        self.store = store
        self.work = work
    }

    private nonisolated static func describe(
        _ outcome: LedgerOutcome, balance: Int64, names: [String: String]
    ) -> String {
        let transaction = outcome.transaction
        let product = names[transaction.productID] ?? transaction.productID
        guard outcome.isNew else { return "has transaction \(transaction.id) already, and writes nothing" }
        let events = outcome.newEvents.map { event in
            switch event.kind {
            case .purchase: "the purchase"
            case .revocation: "the refund"
            case .revocationReversal: "the refund's reversal"
            case .upgrade: "the upgrade"
            case .expirationChange: "the new end"
            default: event.kind.rawValue
            }
        }
        let what = "writes \(events.joined(separator: " and ")) of \(product), transaction \(transaction.id)"
        return transaction.productType == .consumable ? "\(what); the balance is \(balance)" : what
    }

    // MARK: What the customer does

    func buy(_ productID: String, quantity: Int = 1) async throws -> StorePurchaseOutcome {
        let found = try await Product.products(for: [productID])
        guard let product = found.first else {
            throw CommandFailure(message: "the store does not offer \(productID)", status: ExitStatus.failure)
        }
        let result = try await product.purchase(options: quantity == 1 ? [] : [.quantity(quantity)])
        return try await transactions.process(result)
    }

    var owned: [String] {
        (transactions.activeEntitlements ?? []).map(\.rawValue)
    }

    /// Closes the app as the system does: first the store, then the device's line.
    func quit() async throws {
        try await transactions.close()
        DeviceRegistry.shared.uninstall(device)
        await ledger.close()
    }

    /// Whether everything that the store has for this device is handled, finished and shown.
    func isUpToDate() async -> Bool {
        guard let machine = try? store.machine, let active = transactions.activeEntitlements else { return false }
        let account = SimulatedAppStore.defaultAccount
        let entitled = machine.transactions(.currentEntitlements(productID: nil), account: account)
        guard Set(entitled.map(\.productID)) == Set(active.map(\.rawValue)),
            machine.transactions(.unfinished, account: account).isEmpty
        else { return false }
        for record in machine.allTransactions(account: account) {
            guard
                let recorded = try? await ledger.transaction(id: String(record.id), in: machine.app.environment),
                recorded.revocationDate == record.revocation?.date, recorded.isUpgraded == record.isUpgraded
            else { return false }
        }
        return work.isDone
    }
}
