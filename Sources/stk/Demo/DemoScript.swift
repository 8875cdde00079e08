import AppStoreData
import AppStoreSimulator
import Foundation
import PurchaseLedger
import StoreTransactionKit

/// What happens, step by step. A step that a file has no product for is left out, and says so.
extension Demo {
    private struct Step {
        var title: String
        var perform: @MainActor (Demo) async throws -> Void
    }

    private static let script = [
        Step(title: "A consumable", perform: { try await $0.buyConsumable() }),
        Step(title: "A non-consumable", perform: { try await $0.buyOnce($0.products.nonConsumable, "non-consumable") }),
        Step(
            title: "A non-renewing subscription",
            perform: { try await $0.buyOnce($0.products.nonRenewing, "non-renewing subscription") }),
        Step(title: "A purchase that waits for an approval", perform: { try await $0.askToBuy() }),
        Step(title: "A subscription", perform: { try await $0.subscribe() }),
        Step(title: "Renewals while the app is closed", perform: { try await $0.stayAway() }),
        Step(title: "An upgrade", perform: { try await $0.upgrade() }),
        Step(title: "Refunds", perform: { try await $0.refund() }),
        Step(title: "A renewal that cannot be billed", perform: { try await $0.failToBill() }),
        Step(title: "The end of the subscription", perform: { try await $0.letExpire() }),
        Step(title: "Another launch", perform: { try await $0.relaunch() }),
    ]

    /// Runs the script, from where an earlier process left off.
    func run() async throws -> Tally {
        let begun = folder.stepsBegun
        if begun > 0 {
            timeline.begin(
                begun < Self.script.count
                    ? "Going on after step \(begun) of \(Self.script.count), as \(folder.url.path) has it"
                    : "The demo in \(folder.url.path) has run to its end; remove the folder to begin again")
        } else {
            say(.store, "sells \(names.isEmpty ? "nothing" : names.values.sorted().joined(separator: ", "))")
            for lack in products.missing { timeline.note("The file has \(lack), so that part is left out.") }
        }
        try await launch()
        for (number, step) in Self.script.enumerated().dropFirst(begun) {
            try folder.beginStep(number + 1)
            timeline.begin(step.title)
            try await step.perform(self)
        }
        try await quit()
        return try await Tally(store: try store.machine, ledger: folder.ledger, repeatedRuns: work.repeatedRuns)
    }

    private func buyConsumable() async throws {
        guard let product = products.consumable else { return leaveOut("consumable") }
        try await buy(product, quantity: 3)
        let left = try await app?.ledger.spend(1, of: product.id, in: .xcode, id: "first request")
        if let left { say(.app, "spends 1 of \(product.name); the balance is \(left)") }
        try await pass(.seconds(600))
    }

    private func buyOnce(_ product: DemoProducts.Product?, _ kind: String) async throws {
        guard let product else { return leaveOut(kind) }
        try await buy(product)
        try await pass(.seconds(600))
    }

    private func askToBuy() async throws {
        guard let product = products.consumable ?? products.subscription ?? products.nonConsumable else {
            return leaveOut("product that could be bought")
        }
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        try await buy(product)
        try store.updateSettings { $0.isAskToBuyEnabled = false }
        try await pass(.seconds(3 * 3_600))
        guard let pending = try store.pendingPurchases().first else { return }
        say(.customer, "has the approval of a parent")
        try store.approve(transactionID: pending.id)
        await settle()
        try await pass(.seconds(3_600))
    }

    private func subscribe() async throws {
        guard let product = products.subscription else { return leaveOut("subscription") }
        try await buy(product)
    }

    private func stayAway() async throws {
        guard let running = try running() else { return leaveOut("running subscription") }
        try await quit()
        // Until the day after the second renewal from now.
        var ends = running.expirationDate
        for _ in 0..<2 {
            guard let end = ends else { break }
            try await pass(until: end.date)
            ends = try self.running()?.expirationDate
        }
        try await pass(.seconds(86_400))
        try await launch()
    }

    private func upgrade() async throws {
        guard try running() != nil, let product = products.upgrade else {
            return leaveOut("higher level of a running subscription")
        }
        try await buy(product)
        try await pass(.seconds(86_400))
    }

    private func refund() async throws {
        let bought = try store.transactions()
        let refunded = [products.consumable, products.nonConsumable].compactMap { product in
            bought.first { $0.productID == product?.id && $0.revocation == nil }
        }
        guard !refunded.isEmpty else { return leaveOut("consumable or non-consumable to refund") }
        for transaction in refunded {
            say(.customer, "asks for the money back for \(name(transaction.productID))")
            try store.refund(transactionID: transaction.id)
            await settle()
            try await pass(.seconds(3_600))
        }
    }

    private func failToBill() async throws {
        guard let running = try running(), let end = running.expirationDate else {
            return leaveOut("running subscription")
        }
        say(.customer, "has no money on the card")
        try store.updateSettings {
            $0.entersBillingRetryOnRenewal = true
            $0.isBillingGracePeriodEnabled = true
        }
        try await pass(until: end.date)
        // The grace period ends by itself; then the store keeps trying for a while without it.
        if let graceEnd = try store.machine.nextDue { try await pass(until: graceEnd.date) }
        try await pass(.seconds(2 * 86_400))
        try store.updateSettings {
            $0.entersBillingRetryOnRenewal = false
            $0.isBillingGracePeriodEnabled = false
        }
        say(.customer, "has paid")
        try store.resolveIssue(transactionID: running.id)
        await settle()
        try await pass(.seconds(86_400))
    }

    private func letExpire() async throws {
        guard let running = try running(), let end = running.expirationDate else {
            return leaveOut("running subscription")
        }
        say(.customer, "turns the renewal of \(name(running.productID)) off")
        try store.setAutoRenew(false, transactionID: running.id)
        await settle()
        try await pass(until: end.date)
        try await pass(.seconds(86_400))
    }

    private func relaunch() async throws {
        try await quit()
        try await pass(.seconds(86_400))
        try await launch()
    }

    // MARK: Parts of steps

    private func buy(_ product: DemoProducts.Product, quantity: Int = 1) async throws {
        guard let app else { return }
        say(.app, "buys \(quantity == 1 ? "" : "\(quantity) × ")\(product.name)")
        if try await app.buy(product.id, quantity: quantity) == .pending {
            say(.app, "is told that the purchase waits")
        }
        await settle()
    }

    private func leaveOut(_ what: String) {
        timeline.note("There is no \(what): left out.")
    }

    /// The period that is running of the subscription in the demo's group.
    private func running() throws -> TransactionRecord? {
        guard let groupID = products.subscription?.subscription?.groupID else { return nil }
        let status = try store.machine.subscriptions(groupID: groupID, account: SimulatedAppStore.defaultAccount).first
        return status?.state == .active ? status?.transaction : nil
    }
}
