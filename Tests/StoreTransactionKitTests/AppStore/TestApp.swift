import Foundation
import StoreKit
import StoreTransactionKit
import Testing

/// The products that a test's app sells.
enum ProductID: String {
    case plus, pro, lifetime
}

/// What a test's app writes down, and what it is told to do wrong.
@MainActor
final class Ledger {
    struct Entry: Equatable {
        let id: UInt64
        var isRevoked = false
    }

    private(set) var entries: [Entry] = []
    /// Every call of the handler, failed ones included.
    private(set) var calls: [UInt64] = []
    private(set) var failures: [StoreTransactionBackgroundFailure] = []
    /// Transactions that the handler refuses.
    var refused: Set<UInt64> = []
    var refusesRevocations = false
    /// Transactions with which the handler waits until they are taken out here.
    var held: Set<UInt64> = []
    var holdsEverything = false
    var isReporterHeld = false
    private(set) var isReporting = false

    /// The transaction with which the handler waits.
    var inHand: UInt64?

    var ids: [UInt64] { entries.map(\.id) }
    var sources: [StoreTransactionBackgroundFailure.Source] { failures.map(\.source) }

    func handle(_ transaction: StoreTransactionSnapshot) async throws {
        calls.append(transaction.id)
        inHand = transaction.id
        await eventually("let go") { !holdsEverything && !held.contains(transaction.id) }
        inHand = nil
        if refused.contains(transaction.id) || refusesRevocations && transaction.revocationDate != nil {
            throw Refused(id: transaction.id)
        }
        entries.append(Entry(id: transaction.id, isRevoked: transaction.revocationDate != nil))
    }

    func report(_ failure: StoreTransactionBackgroundFailure) async {
        isReporting = true
        await eventually("let go") { !isReporterHeld }
        isReporting = false
        failures.append(failure)
    }
}

struct Refused: Error, Equatable {
    let id: UInt64
}

/// An app on a device that is connected to a scripted App Store.
@MainActor
struct TestApp {
    let appStore = ScriptedAppStore()
    let ledger = Ledger()
    private let device: InstalledDevice

    init() throws {
        device = try appStore.makeDevice()
    }

    func launch(clock: StoreClock = .standing(at: 0)) -> TransactionStore<ProductID> {
        launch(clock: clock) { [ledger] in try await ledger.handle($0) }
    }

    func launch(
        clock: StoreClock = .standing(at: 0),
        handling handle: @escaping @Sendable (StoreTransactionSnapshot) async throws -> Void
    ) -> TransactionStore<ProductID> {
        launch(clock: clock, handling: handle) { [ledger] in await ledger.report($0) }
    }

    func launch(
        clock: StoreClock = .standing(at: 0),
        handling handle: @escaping @Sendable (StoreTransactionSnapshot) async throws -> Void,
        reporting report: @escaping @Sendable (StoreTransactionBackgroundFailure) async -> Void
    ) -> TransactionStore<ProductID> {
        InstalledDevice.$current.withValue(device) {
            // No machine is so slow that it makes a handler late by itself.
            TransactionStore(
                clock: clock, handlerDeadline: .seconds(3600), handleTransaction: handle, reportFailure: report)
        }
    }

    /// Launches and waits for the first answer.
    func launched(clock: StoreClock = .standing(at: 0)) async -> TransactionStore<ProductID> {
        let store = launch(clock: clock)
        await eventually("launched", within: .seconds(300)) {
            store.entitlements != nil || store.startupError != nil
        }
        return store
    }

    /// What a purchase call would have returned for this transaction.
    func purchaseResult(_ id: UInt64) async throws -> Product.PurchaseResult {
        try await InstalledDevice.$current.withValue(device) {
            for await result in Transaction.all where result.unsafePayloadValue.id == id {
                return .success(result)
            }
            throw Refused(id: id)
        }
    }
}
