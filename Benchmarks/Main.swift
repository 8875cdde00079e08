import Foundation

/// Prints every group of rows as one table and writes the rows to `.build/bench.json`.
///
/// With arguments, only the groups so named; `--quick` does a hundredth of the work, to see that every row runs.
@main enum Main {
    static let groups = [
        RowGroup(name: "signed-data", rows: signedDataRows),
        RowGroup(name: "launch", rows: deviceLaunchRows),
        RowGroup(name: "simulator", rows: simulatorRows),
        RowGroup(name: "ledger", rows: ledgerRows),
    ]

    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        let scale = words.contains("--quick") ? Scale.quick : .full
        let wanted = Set(words).subtracting(["--quick"])
        let known = groups.map(\.name)
        if let unknown = wanted.subtracting(known).first {
            print("there is no group “\(unknown)”; the groups are: \(known.joined(separator: ", "))")
            exit(2)
        }
        print(Row.heading)
        var rows: [Row] = []
        for group in groups where wanted.isEmpty || wanted.contains(group.name) {
            for row in try await group.rows(scale) {
                print(row.line)
                rows.append(row)
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try FileManager.default.createDirectory(atPath: ".build", withIntermediateDirectories: true)
        try encoder.encode(rows).write(to: URL(fileURLWithPath: ".build/bench.json"))
        if scale == .full, rows.contains(where: { $0.met == false }) { exit(1) }
    }
}

/// Rows that are measured together, one file in `Rows` for each group.
struct RowGroup: Sendable {
    var name: String
    var rows: @Sendable (Scale) async throws -> [Row]
}
