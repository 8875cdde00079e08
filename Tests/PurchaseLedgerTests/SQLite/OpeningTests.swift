import AppStoreData
import Foundation
import PurchaseLedger
import Testing

@Suite struct OpeningTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func whatWasRecordedIsThereWhenTheLedgerIsOpenedAgain() async throws {
        do {
            let ledger = try folder.ledger()
            try await ledger.apply(signedTransaction: SignedText(quantity: 4).jws)
            try await ledger.spend(1, of: "coins", in: .xcode, id: "sword")
        }
        let again = try folder.ledger()
        #expect(try await again.balance(of: "coins", in: .xcode) == 3)
        #expect(try await again.check() == [])
    }

    @Test func aSecondLedgerOnTheSameFileIsRefusedWithTheFileAndTheProcess() async throws {
        let ledger = try folder.ledger()
        let error = #expect(throws: LedgerError.self) { try folder.ledger() }
        #expect(error == .inUse(path: ledger.path, processID: getpid()))
        #expect(error?.description.contains(ledger.path) == true)
        await ledger.close()
        _ = try folder.ledger()
    }

    @Test func anotherNameOfTheSameFileIsTheSameFile() throws {
        let ledger = try folder.ledger()
        let link = folder.url.appending(path: "link.sqlite")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.file)
        let error = #expect(throws: LedgerError.self) { try SQLiteLedger(url: link) }
        #expect(error == .inUse(path: ledger.path, processID: getpid()))
    }

    @Test func aClosedLedgerSaysSo() async throws {
        let ledger = try folder.ledger()
        await ledger.close()
        await ledger.close()
        await #expect(throws: LedgerError.closed(path: ledger.path)) { try await ledger.counts() }
        let text = try SignedText().jws
        await #expect(throws: LedgerError.closed(path: ledger.path)) {
            try await ledger.apply(signedTransaction: text)
        }
    }

    @Test func aFileThatIsNoDatabaseIsRefusedAndLeftAsItIs() throws {
        let content = Data(repeating: UInt8(ascii: "x"), count: 8_192)
        try content.write(to: folder.file)
        let error = #expect(throws: LedgerError.self) { try folder.ledger() }
        guard case .notALedger = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try Data(contentsOf: folder.file) == content)
    }

    @Test func anEmptyFileBecomesALedger() async throws {
        try Data().write(to: folder.file)
        #expect(try await folder.ledger().counts().transactions == 0)
    }

    @Test func aFolderThatIsNotThereIsNamed() {
        let file = folder.url.appending(path: "missing/purchases.sqlite")
        let error = #expect(throws: LedgerError.self) { try SQLiteLedger(url: file) }
        guard case .unwritable(let path, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path.hasSuffix("missing"))
    }

    @Test func aFolderInPlaceOfTheFileIsRefused() throws {
        try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: true)
        let error = #expect(throws: LedgerError.self) { try folder.ledger() }
        guard case .database(let path, "open", _, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path.hasSuffix("purchases.sqlite"))
    }

    @Test func aDamagedFileIsReportedAsDamaged() async throws {
        let ledger = try folder.ledger()
        for id in 1...200 { try await ledger.apply(signedTransaction: SignedText(id: "\(id)").jws) }
        await ledger.close()
        var bytes = try Data(contentsOf: folder.file)
        let firstPage = 4_096
        bytes.replaceSubrange(firstPage..., with: Data(repeating: 0xFF, count: bytes.count - firstPage))
        try bytes.write(to: folder.file)
        let error = await #expect(throws: LedgerError.self) {
            let ledger = try folder.ledger()
            _ = try await ledger.transactions(in: .xcode)
        }
        guard case .damaged = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
