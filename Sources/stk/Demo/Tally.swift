import AppStoreData
import AppStoreSimulator
import Foundation
import PurchaseLedger

/// What the ledger's file holds, beside what the store knows.
struct Tally {
    var transactions: (ledger: Int, store: Int)
    var handled: (ledger: Int, store: Int)
    var finished: Int
    /// Events of the store that the ledger has not, transactions that are not finished, and credits that are missing.
    var lost: Int
    /// Events that the ledger has and the store has not, credits too many, and versions handled twice in one process.
    var repeated: Int
    /// Texts that were handed in again, as after a crash, and recorded once.
    var cameAgain: Int
    var faults: [String]

    init(store: StoreMachine, ledger file: URL, repeatedRuns: Int) async throws {
        let ledger = try SQLiteLedger(url: file)
        let records = store.allTransactions(account: SimulatedAppStore.defaultAccount)
        let expected = Set(records.flatMap(Self.events))
        var recorded: [Event] = []
        var last: Int64 = 0
        while case let page = try await ledger.events(after: last), let end = page.last {
            recorded += page.map { Event(transactionID: $0.transactionID, kind: $0.kind, ordinal: $0.ordinal) }
            last = end.sequence
        }
        let counts = try await ledger.counts()
        transactions = (counts.transactions, records.count)
        handled = (counts.events, expected.count)
        finished = records.filter(\.isFinished).count
        cameAgain = counts.arrivals - counts.versions
        faults = try await ledger.check()

        var missing = 0
        var surplus = 0
        for balance in try await Self.credits(store, ledger) {
            missing += Int(max(0, balance.store - balance.ledger))
            surplus += Int(max(0, balance.ledger - balance.store))
        }
        lost = expected.subtracting(recorded).count + (records.count - finished) + missing
        repeated = recorded.count - expected.intersection(recorded).count + surplus + repeatedRuns
        await ledger.close()
    }

    private struct Event: Hashable {
        var transactionID: String
        var kind: LedgerEvent.Kind
        var ordinal = 1
    }

    private static func events(_ record: TransactionRecord) -> [Event] {
        let id = String(record.id)
        var events = [Event(transactionID: id, kind: .purchase)]
        if record.revocation != nil { events.append(Event(transactionID: id, kind: .revocation)) }
        if record.isUpgraded { events.append(Event(transactionID: id, kind: .upgrade)) }
        return events
    }

    /// What each consumable has been credited and not debited by refunds: by the ledger, and by the store.
    private static func credits(
        _ store: StoreMachine, _ ledger: SQLiteLedger
    ) async throws -> [(ledger: Int64, store: Int64)] {
        var credits: [(ledger: Int64, store: Int64)] = []
        for product in store.configuration.products where product.type == .consumable {
            let entries = try await ledger.entries(of: product.id, in: store.app.environment)
            let bought = store.allTransactions(account: SimulatedAppStore.defaultAccount)
                .filter { $0.productID == product.id && $0.revocation == nil }
            let spent = entries.filter { if case .spend = $0.cause { true } else { false } }.map(\.amount).reduce(0, +)
            credits.append(
                (
                    try await ledger.balance(of: product.id, in: store.app.environment) - spent,
                    bought.reduce(0) { $0 + Int64($1.quantity) }
                ))
        }
        return credits
    }

    var isClean: Bool { lost == 0 && repeated == 0 && faults.isEmpty }

    var text: String {
        func line(_ name: String, _ ledger: String, _ store: String) -> String {
            name.padding(toLength: 24, withPad: " ", startingAt: 0)
                + String(repeating: " ", count: max(0, 8 - ledger.count)) + ledger
                + String(repeating: " ", count: max(0, 12 - store.count)) + store + "\n"
        }
        return line("", "ledger", "App Store")
            + line("transactions", "\(transactions.ledger)", "\(transactions.store)")
            + line("handled", "\(handled.ledger)", "\(handled.store)")
            + line("finished", "", "\(finished)")
            + line("lost", "\(lost)", "")
            + line("repeated", "\(repeated)", "")
            + (cameAgain == 0 ? "" : line("came again", "\(cameAgain)", ""))
            + faults.map { "the ledger contradicts itself: \($0)\n" }.joined()
    }
}
