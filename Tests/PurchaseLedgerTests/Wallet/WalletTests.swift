import AppStoreData
import Foundation
import PurchaseLedger
import Testing

@Suite struct WalletTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    func ledger(with quantity: Int, refunds: RefundPolicy = .takeWhatIsLeft) async throws -> SQLiteLedger {
        let ledger = try folder.ledger(refunds: refunds)
        try await ledger.apply(signedTransaction: SignedText(quantity: quantity).jws)
        return ledger
    }

    @Test func aSpendTakesFromTheBalance() async throws {
        let ledger = try await ledger(with: 10)
        #expect(try await ledger.spend(4, of: "coins", in: .xcode, id: "sword") == 6)
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 6)
        let entries = try await ledger.entries(of: "coins", in: .xcode)
        #expect(entries.map(\.amount) == [10, -4])
        #expect(entries.map(\.balance) == [10, 6])
        #expect(entries.map(\.cause) == [.event(sequence: 1), .spend(id: "sword")])
    }

    @Test func aSpendRepeatedWithItsIdentifierTakesNothingAgain() async throws {
        let ledger = try await ledger(with: 10)
        try await ledger.spend(4, of: "coins", in: .xcode, id: "sword")
        try await ledger.spend(1, of: "coins", in: .xcode, id: "potion")
        #expect(try await ledger.spend(4, of: "coins", in: .xcode, id: "sword") == 6, "the balance after that spend")
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 5)
    }

    @Test func aSpendIdentifierBelongsToOneSpend() async throws {
        let ledger = try await ledger(with: 10)
        try await ledger.spend(4, of: "coins", in: .xcode, id: "sword")
        await #expect(throws: LedgerError.spendIdentifierTaken(id: "sword", productID: "coins", amount: 4)) {
            try await ledger.spend(5, of: "coins", in: .xcode, id: "sword")
        }
        await #expect(throws: LedgerError.spendIdentifierTaken(id: "sword", productID: "coins", amount: 4)) {
            try await ledger.spend(4, of: "coins", in: .sandbox, id: "sword")
        }
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 6)
    }

    @Test func moreThanThereIsCannotBeSpent() async throws {
        let ledger = try await ledger(with: 3)
        await #expect(throws: LedgerError.insufficientBalance(productID: "coins", balance: 3, amount: 4)) {
            try await ledger.spend(4, of: "coins", in: .xcode, id: "sword")
        }
        await #expect(throws: LedgerError.insufficientBalance(productID: "gems", balance: 0, amount: 1)) {
            try await ledger.spend(1, of: "gems", in: .xcode, id: "ring")
        }
        #expect(try await ledger.spend(3, of: "coins", in: .xcode, id: "sword") == 0, "the identifier is still free")
    }

    @Test(arguments: [0, -1, Int64.min])
    func aSpendIsOfOneAtLeast(amount: Int64) async throws {
        let ledger = try await ledger(with: 3)
        await #expect(throws: LedgerError.invalidAmount(productID: "coins", amount: amount)) {
            try await ledger.spend(amount, of: "coins", in: .xcode, id: "sword")
        }
    }

    @Test func aRefundTakesWhatIsLeftAndItsReversalGivesThatBack() async throws {
        let ledger = try await ledger(with: 10)
        try await ledger.spend(7, of: "coins", in: .xcode, id: "sword")
        let text = SignedText(quantity: 10)
        try await ledger.apply(signedTransaction: text.revoked(1_500, signed: 2_000).jws)
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 0)
        try await ledger.apply(signedTransaction: text.signed(3_000).jws)
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 3)
        #expect(try await ledger.entries(of: "coins", in: .xcode).map(\.amount) == [10, -7, -3, 3])
    }

    @Test func aRefundMayGoBelowZeroWhereThePolicySaysSo() async throws {
        let ledger = try await ledger(with: 10, refunds: .mayGoBelowZero)
        try await ledger.spend(7, of: "coins", in: .xcode, id: "sword")
        try await ledger.apply(signedTransaction: SignedText(quantity: 10).revoked(1_500, signed: 2_000).jws)
        #expect(try await ledger.balance(of: "coins", in: .xcode) == -7)
        await #expect(throws: LedgerError.insufficientBalance(productID: "coins", balance: -7, amount: 1)) {
            try await ledger.spend(1, of: "coins", in: .xcode, id: "potion")
        }
        try await ledger.apply(signedTransaction: SignedText(id: "2", quantity: 10).jws)
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 3)
    }

    @Test func aRefundDebitsOnceHoweverOftenItComes() async throws {
        let ledger = try await ledger(with: 10)
        try await ledger.apply(signedTransaction: SignedText(id: "2", quantity: 5).jws)
        for date in [2_000, 2_000, 3_000] as [Int64] {
            try await ledger.apply(signedTransaction: SignedText(quantity: 10).revoked(1_500, signed: date).jws)
        }
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 5)
    }

    @Test(arguments: [
        (10, 50_000, 5), (5, 50_000, 2), (3, 33_333, 0), (3, 99_999, 2), (10, 100_000, 10), (10, 0, 0), (10, -1, 0),
        (10, 200_000, 10), (.max, 50_000, .max / 2),
    ])
    func aProratedRefundTakesThePartRoundedInTheCustomersFavour(quantity: Int, percentage: Int, taken: Int64)
        async throws
    {
        let ledger = try await ledger(with: quantity)
        let text = SignedText(quantity: quantity).prorated(percentage, signed: 2_000)
        let outcome = try await ledger.apply(signedTransaction: text.jws)
        #expect(outcome.transaction.revokedQuantity == taken)
        #expect(try await ledger.balance(of: "coins", in: .xcode) == Int64(quantity) - taken)
        #expect(try await ledger.check() == [])
    }

    @Test func aRevocationThatDoesNotSayHowMuchTakesAll() async throws {
        let ledger = try await ledger(with: 10)
        let text = SignedText(quantity: 10).revoked(1_500, signed: 2_000)
        #expect(try await ledger.apply(signedTransaction: text.jws).transaction.revokedQuantity == 10)
    }

    @Test func aRefundThatGrowsTakesTheDifferenceAndItsReversalGivesAllBack() async throws {
        let ledger = try await ledger(with: 10)
        let text = SignedText(quantity: 10)
        try await ledger.apply(signedTransaction: text.prorated(50_000, signed: 2_000).jws)
        try await ledger.apply(signedTransaction: text.prorated(100_000, signed: 3_000).jws)
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 0)
        try await ledger.apply(signedTransaction: text.prorated(20_000, signed: 4_000).jws)
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 8)
        try await ledger.apply(signedTransaction: text.signed(5_000).jws)
        #expect(try await ledger.entries(of: "coins", in: .xcode).map(\.amount) == [10, -5, -5, 8, 2])
        #expect(try await ledger.check() == [])
    }

    @Test func theReversalOfAProratedRefundGivesBackWhatItTook() async throws {
        let ledger = try await ledger(with: 10)
        try await ledger.spend(7, of: "coins", in: .xcode, id: "sword")
        let text = SignedText(quantity: 10)
        try await ledger.apply(signedTransaction: text.prorated(50_000, signed: 2_000).jws)
        try await ledger.apply(signedTransaction: SignedText(id: "2", quantity: 20).jws)
        try await ledger.apply(signedTransaction: text.prorated(60_000, signed: 3_000).jws)
        try await ledger.apply(signedTransaction: text.prorated(45_000, signed: 4_000).jws)
        try await ledger.apply(signedTransaction: text.signed(5_000).jws)
        let amounts = try await ledger.entries(of: "coins", in: .xcode).map(\.amount)
        #expect(amounts == [10, -7, -3, 20, -1, 0, 4], "a rise takes no more than itself; of 4.5 pieces 4 are taken")
        #expect(try await ledger.check() == [])
    }

    @Test func aVersionThatIsLearnedOfLateDoesNotMoveASettledBalance() async throws {
        let ledger = try await ledger(with: 4)
        let text = SignedText(quantity: 4)
        try await ledger.apply(signedTransaction: text.revoked(1_500, signed: 5_000).jws)
        try await ledger.apply(signedTransaction: text.signed(8_000).jws)
        let late = try await ledger.apply(signedTransaction: text.prorated(50_000, signed: 4_000).jws)
        #expect(late.newEvents.map(\.kind) == [.revocation])
        #expect(try await ledger.entries(of: "coins", in: .xcode).map(\.amount) == [4, -4, 4, 0])
        #expect(try await ledger.check() == [])
    }

    @Test func aPurchaseFirstSeenRevokedLeavesADebtAsItIs() async throws {
        do {
            let ledger = try await ledger(with: 10, refunds: .mayGoBelowZero)
            try await ledger.spend(7, of: "coins", in: .xcode, id: "sword")
            try await ledger.apply(signedTransaction: SignedText(quantity: 10).revoked(1_500, signed: 2_000).jws)
        }
        let ledger = try folder.ledger(refunds: .takeWhatIsLeft)
        try await ledger.apply(signedTransaction: SignedText(id: "2", quantity: 10).revoked(1_500, signed: 2_000).jws)
        #expect(try await ledger.balance(of: "coins", in: .xcode) == -7)
        #expect(try await ledger.check() == [])
    }

    @Test func onlyConsumablesHaveABalance() async throws {
        let ledger = try folder.ledger()
        for (id, type) in [("1", ProductType.nonConsumable), ("2", .autoRenewable), ("3", .nonRenewing)] {
            try await ledger.apply(signedTransaction: SignedText(id: id, productID: type.rawValue, type: type).jws)
        }
        try await ledger.apply(signedTransaction: SignedText(id: "4").jws)
        #expect(try await ledger.balances(in: .xcode) == ["coins": 1])
        #expect(try await ledger.counts().events == 4)
    }

    @Test func aBalanceThatCannotBeCountedIsRefused() async throws {
        let ledger = try await ledger(with: .max)
        let text = try SignedText(id: "2", quantity: 1).jws
        await #expect(throws: LedgerError.invalidAmount(productID: "coins", amount: 1)) {
            try await ledger.apply(signedTransaction: text)
        }
        #expect(try await ledger.transaction(id: "2", in: .xcode) == nil, "nothing of it was written")
        #expect(try await ledger.check() == [])
    }

    @Test func spendsFromManyTasksNeverTakeMoreThanThereIs() async throws {
        let ledger = try await ledger(with: 50)
        let spent = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<80 {
                group.addTask {
                    (try? await ledger.spend(1, of: "coins", in: .xcode, id: "\(number)")) != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(spent == 50)
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 0)
    }

    @Test func aTransactionThatArrivesOnManyTasksIsCreditedOnce() async throws {
        let ledger = try folder.ledger()
        let text = SignedText(quantity: 7)
        let new = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 {
                group.addTask { try await ledger.apply(signedTransaction: text.jws).isNew }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(new == 1)
        #expect(try await ledger.balance(of: "coins", in: .xcode) == 7)
    }
}
