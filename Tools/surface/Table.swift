import Foundation

/// A file of tab-separated lines whose first line names the columns.
struct Table {
    struct Line {
        let number: Int
        let cells: [String: String]

        subscript(_ column: String) -> String { cells[column] ?? "" }
    }

    let name: String
    let lines: [Line]

    /// Throws a `TableError` when a column is absent or a line has more cells than there are columns.
    init(name: String, text: String, columns required: [String]) throws {
        self.name = name
        var rows = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().filter { !$1.isEmpty }
        guard !rows.isEmpty else {
            throw TableError(table: name, line: 1, problem: "is empty; the first line must name the columns")
        }
        let columns = Self.cells(rows.removeFirst().element)
        if let absent = required.first(where: { !columns.contains($0) }) {
            throw TableError(table: name, line: 1, problem: "has no column '\(absent)'")
        }
        lines = try rows.map { offset, row in
            let cells = Self.cells(row)
            guard cells.count <= columns.count else {
                throw TableError(
                    table: name, line: offset + 1,
                    problem: "has \(cells.count) cells under \(columns.count) columns; separate them by single tabs")
            }
            return Line(number: offset + 1, cells: Dictionary(zip(columns, cells)) { first, _ in first })
        }
    }

    private static func cells(_ row: Substring) -> [String] {
        row.split(separator: "\t", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

struct TableError: Error, CustomStringConvertible {
    let table: String
    let line: Int
    let problem: String

    var description: String { "\(table):\(line): \(problem)" }
}
