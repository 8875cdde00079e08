import AppStoreData
import Foundation
import Testing

@testable import SignedData

/// The attacks that are stored beside the package, each with the verdict of a strict verifier.
@Suite(.enabled(if: StoredVectors.arePresent))
struct AttackVectorTests {
    struct Row: CustomTestStringConvertible {
        var file: String
        var kind: SignedDataKind
        var expected: String

        var testDescription: String { file }
    }

    static let rows: [Row] = {
        guard let table = try? StoredVectors.text("attacks/EXPECTED.tsv") else { return [] }
        return lines(of: table).compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
            guard columns.count >= 4, columns[2] == "Sandbox" else { return nil }
            return SignedDataKind(rawValue: columns[1]).map { Row(file: columns[0], kind: $0, expected: columns[3]) }
        }
    }()

    private static func lines(of table: String) -> some Collection<Substring> {
        table.split(separator: "\n").dropFirst()
    }

    @Test func theWholeTableIsRead() throws {
        #expect(Self.rows.count >= 60)
        #expect(try Self.rows.count == Self.lines(of: StoredVectors.text("attacks/EXPECTED.tsv")).count)
    }

    @Test(arguments: rows)
    func theVerdictIsTheStrictOne(row: Row) throws {
        let verifier = try SignedDataVerifier(
            environment: .sandbox, bundleID: "com.example.farm", appAppleID: 1_234_567_890,
            roots: [StoredVectors.data("attacks/root.der")], now: { Date(timeIntervalSince1970: 1_796_000_000) })
        let jws = try StoredVectors.data("attacks/\(row.file).jws")
        let verdict = verifier.verify(jws, as: row.kind, age: .stored)
        var code = verdict.code.rawValue
        if case .refused(let refusal) = verdict, refusal.field?.hasPrefix("data.signed") == true { code += "(inner)" }
        switch row.expected {
        case "VALID_OR_FORMAT": #expect(["VALID", "INVALID_FORMAT"].contains(code))
        case "REFUSE_MISMATCH": #expect(code == "MISMATCH(inner)")
        default: #expect(code == row.expected, "\(verdict)")
        }
    }
}
