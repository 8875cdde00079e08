/// What the tool prints, and whether the modules pass.
struct Report {
    /// One module's rows by what became of them.
    struct Count: Equatable {
        var matching = 0
        /// They are there, in another form, for a reason that the table gives.
        var differingWithReason = 0
        var absentWithReason = 0
        var leftOut = 0
        var missing = 0
        var different = 0

        /// The rows that can exist on Linux.
        var possible: Int { matching + differingWithReason + missing + different }
        var there: Int { matching + differingWithReason }
    }

    private(set) var counts: [(module: String, count: Count)] = []
    private(set) var missing: [Finding] = []
    private(set) var different: [Finding] = []
    private(set) var extras: [Finding] = []
    private(set) var explainedExtras = 0
    private(set) var stale: [DifferenceTable.Entry] = []
    private let table: DifferenceTable

    init(rows: [ReferenceRow], comparison: Comparison, table: DifferenceTable) {
        self.table = table
        for row in rows where !counts.contains(where: { $0.module == row.module }) {
            counts.append((row.module, Count()))
        }
        for row in rows where row.isLeftOut { count(row) { $0.leftOut += 1 } }
        for verdict in comparison.verdicts {
            let open = verdict.findings.filter { !table.explains($0) }
            missing += open.filter { $0.kind == .missing }
            different += open.filter { $0.kind != .missing }
            let isAbsent = verdict.findings.contains { $0.kind == .missing && $0.member == verdict.row.member }
            count(verdict.row) { count in
                switch (verdict.findings.isEmpty, open.isEmpty) {
                case (true, _): count.matching += 1
                case (false, true) where isAbsent: count.absentWithReason += 1
                case (false, true): count.differingWithReason += 1
                case (false, false) where isAbsent: count.missing += 1
                case (false, false): count.different += 1
                }
            }
        }
        extras = comparison.extras.filter { !table.explains($0) }
        explainedExtras = comparison.extras.count - extras.count
        stale = table.stale(for: comparison.verdicts.flatMap(\.findings) + comparison.extras)
    }

    private mutating func count(_ row: ReferenceRow, _ change: (inout Count) -> Void) {
        guard let index = counts.firstIndex(where: { $0.module == row.module }) else { return }
        change(&counts[index].count)
    }

    /// Nothing is missing or different without a reason, and every reason still explains something.
    var passes: Bool { missing.isEmpty && different.isEmpty && stale.isEmpty }

    var text: String {
        var lines: [String] = []
        func section(_ title: String, _ findings: [Finding]) {
            guard !findings.isEmpty else { return }
            lines.append("\(title) (\(findings.count)):")
            for finding in findings {
                lines.append("  \(finding.type) | \(finding.member) | \(finding.kind.rawValue)")
                if !finding.expected.isEmpty { lines.append("      Apple  \(finding.expected)") }
                if !finding.found.isEmpty { lines.append("      here   \(finding.found)") }
            }
            lines.append("")
        }
        section("missing", missing)
        section("different", different)
        if !extras.isEmpty {
            lines.append("extra, declared here and not by Apple (\(extras.count)):")
            lines += extras.map { "  \($0.module) | \($0.type) | \($0.member) | \($0.found)" }
            lines.append("")
        }
        for entry in stale {
            lines.append(
                "\(table.name):\(entry.line): error: explains nothing any more, delete it: \(entry.type) \(entry.member) \(entry.kind.rawValue)"
            )
        }
        for (module, count) in counts {
            let hundredths = count.possible == 0 ? 10_000 : count.there * 10_000 / count.possible
            lines.append(
                "\(module): \(count.there) of the \(count.possible) rows that can exist are there (\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10) %)"
            )
            lines.append(
                "    \(count.matching) match, \(count.differingWithReason) differ for a stated reason, \(count.different) differ, \(count.missing) are missing; not counted: \(count.leftOut) of the user interface or known by name only, \(count.absentWithReason) left out for a stated reason"
            )
        }
        lines.append("extra: \(extras.count) not explained, \(explainedExtras) explained")
        return lines.joined(separator: "\n")
    }
}
