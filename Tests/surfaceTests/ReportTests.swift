import Foundation
import Testing

@testable import surface

@Suite struct ReportTests {
    private func differences(_ lines: String...) throws -> DifferenceTable {
        let text = (["type\tmember\tkind\treason"] + lines).joined(separator: "\n")
        return try DifferenceTable(Table(name: "differences.tsv", text: text, columns: DifferenceTable.columns))
    }

    private func report(_ rows: [ReferenceRow], _ table: DifferenceTable) throws -> Report {
        Report(rows: rows, comparison: Comparison(rows: rows, graphs: try Shop.graphs()), table: table)
    }

    @Test func agreementPassesAndCountsEveryRowThatCanExist() throws {
        let rows = try Shop.rows()
        let report = try report(rows, differences())
        #expect(report.passes)
        let count = try #require(report.counts.first?.count)
        #expect(count.leftOut == 2)
        #expect(count.matching == rows.count - 2)
        #expect(report.text.contains("Shop: 58 of the 58 rows that can exist are there (100.00 %)"))
    }

    @Test func aMissingRowFailsAndLowersTheShare() throws {
        let report = try report(Shop.rows(replacing: "Product\tprice", with: "Product\tcost"), differences())
        #expect(!report.passes)
        #expect(report.missing.map(\.member) == ["cost"])
        #expect(report.text.contains("57 of the 58 rows that can exist are there (98.27 %)"))
    }

    @Test func aReasonForAnAbsenceTakesTheRowOutOfTheCount() throws {
        let rows = try Shop.rows(replacing: "Product\tprice", with: "Product\tcost")
        let report = try report(rows, differences("Product\tcost\tmissing\tThe shop is free."))
        #expect(report.passes)
        #expect(report.counts.first?.count.possible == 57)
        #expect(report.counts.first?.count.absentWithReason == 1)
    }

    @Test func aReasonForADifferenceLetsTheRowCount() throws {
        let rows = try Shop.rows(replacing: "let id: Product.ID", with: "let id: Int")
        let report = try report(rows, differences("Product\tid\tsignature\tNumbers ran out."))
        #expect(report.passes)
        #expect(report.counts.first?.count.differingWithReason == 1)
        #expect(report.counts.first?.count.there == 58)
    }

    @Test func aReasonOfAnotherKindExplainsNothing() throws {
        let rows = try Shop.rows(replacing: "let id: Product.ID", with: "let id: Int")
        let report = try report(rows, differences("Product\tid\tisolation\tWrong kind."))
        #expect(!report.passes)
        #expect(report.different.count == 1 && report.stale.count == 1)
    }

    @Test func aReasonThatExplainsNothingIsAnError() throws {
        let report = try report(Shop.rows(), differences("Product\tprice\tmissing\tOnce it was not there."))
        #expect(!report.passes)
        #expect(report.text.contains("differences.tsv:2: error: explains nothing any more"))
    }

    @Test func extrasAreListedUntilTheyAreExplainedButNeverFail() throws {
        let report = try report(Shop.rows(), differences("(module)\tOurs\textra\tDrives the simulated shop."))
        #expect(report.passes)
        #expect(report.extras.map(\.member) == ["ours"])
        #expect(report.explainedExtras == 1)
    }

    @Test(arguments: [
        ("A\tb\tmissing\t", "gives no reason"),
        ("A\tb\tabsent\tWhy.", "is none of missing"),
        ("A\tb\tmissing\tWhy.\tMore.", "has 5 cells under 4 columns"),
    ])
    func aBadEntryIsRefusedWithItsLine(_ line: String, _ problem: String) throws {
        let error = try #require(throws: TableError.self) { try differences("(module)\tOurs\textra\tOurs.", line) }
        #expect(error.description.hasPrefix("differences.tsv:3:") && error.description.contains(problem))
    }

    @Test func aRepeatedEntryIsRefused() throws {
        #expect(throws: TableError.self) { try differences("A\tb\tmissing\tWhy.", "A\tb\tmissing\tBecause.") }
    }

    @Test func aListingWithoutItsColumnsIsRefused() {
        #expect(throws: TableError.self) { try Shop.rows("type\tmember\nA\tb") }
    }

    @Test func aRowThatDeclaresNothingIsRefusedWithItsLine() throws {
        let error = try #require(throws: TableError.self) {
            try Shop.rows(replacing: "public let price: Foundation.Decimal", with: "the price")
        }
        #expect(error.description == "shop.tsv:7: 'the price' is not a declaration")
    }

    @Test func aFolderWithoutTheGraphIsRefused() {
        #expect(throws: SymbolGraphError.self) {
            try SymbolGraph.graphs(of: "Absent", in: .temporaryDirectory)
        }
    }
}
