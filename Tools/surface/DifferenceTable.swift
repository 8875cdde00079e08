/// The differences from Apple's API that stand on purpose, each with its reason.
struct DifferenceTable {
    struct Entry {
        let line: Int
        let type: String
        let member: String
        let kind: Finding.Kind
        let reason: String
    }

    let name: String
    let entries: [Entry]

    /// Throws a `TableError` for an unknown kind, an absent reason and a repeated entry.
    init(_ table: Table) throws {
        name = table.name
        var seen: Set<[String]> = []
        entries = try table.lines.map { line in
            func fail(_ problem: String) -> TableError {
                TableError(table: table.name, line: line.number, problem: problem)
            }
            guard let kind = Finding.Kind(rawValue: line["kind"]) else {
                let known = Finding.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw fail("the kind of difference '\(line["kind"])' is none of \(known)")
            }
            guard !line["reason"].isEmpty else { throw fail("gives no reason") }
            guard seen.insert([line["type"], line["member"], kind.rawValue]).inserted else {
                throw fail("repeats the entry for \(line["type"]) \(line["member"]) \(kind.rawValue)")
            }
            return Entry(
                line: line.number, type: line["type"], member: line["member"], kind: kind, reason: line["reason"])
        }
    }

    static let columns = ["type", "member", "kind", "reason"]

    func explains(_ finding: Finding) -> Bool {
        entries.contains { $0.matches(finding) }
    }

    /// The entries that explain none of `findings` and must go.
    func stale(for findings: [Finding]) -> [Entry] {
        entries.filter { entry in !findings.contains { entry.matches($0) } }
    }
}

extension DifferenceTable.Entry {
    func matches(_ finding: Finding) -> Bool {
        type == finding.type && member == finding.member && kind == finding.kind
    }
}
