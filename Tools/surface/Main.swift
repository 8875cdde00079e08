import Foundation

/// `surface GRAPHS DIFFERENCES MODULE=LISTING...` compares our modules' public symbols with listings of Apple's API.
///
/// `GRAPHS` is a folder of symbol graphs, `DIFFERENCES` the table of differences that stand on purpose.
/// Exit status: 0 if all agrees, 1 if something is missing or different without a reason or a reason explains nothing,
/// 2 if the input cannot be read.
@main
struct Main {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        do {
            let report = try report(for: Array(arguments))
            print(report.text)
            exit(report.passes ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("surface: \(error)\n".utf8))
            exit(2)
        }
    }

    static func report(for arguments: [String]) throws -> Report {
        guard arguments.count >= 3 else { throw UsageError(problem: "three arguments are needed") }
        let folder = URL(fileURLWithPath: arguments[0])
        let differences = try DifferenceTable(table(at: arguments[1], columns: DifferenceTable.columns))
        var rows: [ReferenceRow] = []
        var graphs: [(module: String, graph: SymbolGraph)] = []
        for argument in arguments[2...] {
            let halves = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard halves.count == 2 else { throw UsageError(problem: "'\(argument)' is not MODULE=LISTING") }
            let listing = try table(at: halves[1], columns: ReferenceRow.columns)
            rows += try ReferenceRow.rows(of: halves[0], in: listing)
            graphs += try SymbolGraph.graphs(of: halves[0], in: folder).map { (halves[0], $0) }
        }
        return Report(rows: rows, comparison: Comparison(rows: rows, graphs: graphs), table: differences)
    }

    private static func table(at path: String, columns: [String]) throws -> Table {
        guard let data = FileManager.default.contents(atPath: path), let text = String(bytes: data, encoding: .utf8)
        else { throw UsageError(problem: "cannot read \(path)") }
        return try Table(name: path, text: text, columns: columns)
    }
}

struct UsageError: Error, CustomStringConvertible {
    let problem: String

    var description: String { "\(problem)\nusage: surface GRAPHS DIFFERENCES MODULE=LISTING..." }
}
