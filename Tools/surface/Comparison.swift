/// Compares each row of the listings with the modules' own symbols.
struct Comparison {
    /// What became of one row.
    struct Verdict {
        let row: ReferenceRow
        let findings: [Finding]
    }

    private(set) var verdicts: [Verdict] = []
    private(set) var extras: [Finding] = []

    private let rows: [ReferenceRow]
    private let surface: Surface
    private var taken: Set<Int> = []

    init(rows: [ReferenceRow], graphs: [(module: String, graph: SymbolGraph)]) {
        var aliases = Aliases()
        for row in rows where row.kind == "typealias" {
            if let target = Declaration(row.signature)?.type {
                aliases.add((row.owner + [row.member]).joined(separator: "."), for: target)
            }
        }
        self.rows = rows
        surface = Surface(graphs: graphs, aliases: aliases)
        compare()
        extras = foundExtras()
    }

    private mutating func compare() {
        // Overloads share a name, so those rows that some symbol answers exactly choose first.
        var findings: [Int: [Finding]] = [:]
        let open = rows.indices.filter { !rows[$0].isLeftOut }
        for index in open where findings[index] == nil {
            if rows[index].kind == "conformance" {
                findings[index] = conformance(rows[index])
            } else if let match = candidates(for: rows[index]).first(where: { differences(rows[index], $0).isEmpty }) {
                taken.insert(match)
                findings[index] = inheritance(rows[index])
            }
        }
        for index in open where findings[index] == nil {
            let row = rows[index]
            if let match = candidates(for: row).first {
                taken.insert(match)
                findings[index] = differences(row, match) + inheritance(row)
            } else if isDerived(row) {
                findings[index] = []
            } else {
                findings[index] = [finding(row, .missing, found: "")]
            }
        }
        verdicts = open.map { Verdict(row: rows[$0], findings: findings[$0] ?? []) }
    }

    /// The symbols of the row's name that no other row has taken.
    private func candidates(for row: ReferenceRow) -> [Int] {
        let name = row.kind == "case" ? baseName(row.member) : row.member
        let owner = row.owner
        let requirements = row.requirements(aliases: surface.aliases)
        return surface.members.indices.filter { index in
            let member = surface.members[index]
            return member.name == name && member.owner == owner && member.module == row.module
                && member.requirements == requirements && !taken.contains(index)
        }
    }

    private func differences(_ row: ReferenceRow, _ index: Int) -> [Finding] {
        let found = surface.members[index]
        guard let expected = Declaration(row.signature, aliases: surface.aliases) else {
            return [finding(row, .signature, found: found.source)]
        }
        let declaration = found.declaration
        if expected.kind != declaration.kind { return [finding(row, .kind, found: found.source)] }
        var findings: [Finding] = []
        if expected.text != declaration.text { findings.append(finding(row, .signature, found: found.source)) }
        if expected.isIsolatedToMainActor != declaration.isIsolatedToMainActor {
            findings.append(finding(row, .isolation, found: found.source))
        }
        if expected.kind == .enum, hasCases(row) {
            // A module built for library evolution leaves an enumeration open unless it says `@frozen`.
            if declaration.isNonexhaustive == expected.isFrozen {
                findings.append(finding(row, .exhaustiveness, found: found.source))
            }
        }
        return findings
    }

    private func hasCases(_ row: ReferenceRow) -> Bool {
        let path = row.owner + [row.member]
        return rows.contains { $0.kind == "case" && $0.owner == path }
    }

    /// What a type's own declaration says of its conformances, its superclass and its raw type.
    private func inheritance(_ row: ReferenceRow) -> [Finding] {
        guard let expected = Declaration(row.signature, aliases: surface.aliases), expected.kind.isType else {
            return []
        }
        let path = row.owner + [row.member]
        var inherited = expected.inherited
        if row.signature.contains("NS_SWIFT_SENDABLE") { inherited.append("Sendable") }
        return inherited.filter { !isInherited($0, by: path, where: []) }.map { name in
            Finding(
                module: row.module, type: path.joined(separator: "."), member: ": \(name)", kind: .missing,
                expected: row.signature, found: "")
        }
    }

    private func conformance(_ row: ReferenceRow) -> [Finding] {
        let name = spelled(surface.aliases.resolve(tokens(of: row.member).filter { $0 != ":" }))
        let requirements = ReferenceRow.requirements(of: row.signature, aliases: surface.aliases)
        if isInherited(name, by: row.owner, where: requirements) { return [] }
        if let other = surface.conformances[row.owner]?.first(where: { $0.protocol == name }) {
            let clause = other.requirements.sorted().joined(separator: ", ")
            return [finding(row, .signature, found: "\(row.type) : \(name) where \(clause)")]
        }
        return [finding(row, .missing, found: "")]
    }

    private func isInherited(_ name: String, by type: [String], where requirements: Set<String>) -> Bool {
        if surface.conforms(type, to: name, where: requirements) { return true }
        // The graph does not tell an enumeration's raw type, but its initialiser does.
        return surface.members(of: type, named: "init(rawValue:)").contains { $0.declaration.parameters == [name] }
            && surface.conforms(type, to: "RawRepresentable")
    }

    /// Whether the compiler provides the member, as it does for a conformance that it derives.
    private func isDerived(_ row: ReferenceRow) -> Bool {
        let type = row.owner
        let requirements = row.requirements(aliases: surface.aliases)
        func conforms(to name: String) -> Bool { surface.conforms(type, to: name, where: requirements) }
        let expected = Declaration(row.signature, aliases: surface.aliases)?.type
        func witness(_ name: String) -> Declaration? { surface.members(of: type, named: name).first?.declaration }

        switch row.member {
        case "==(_:_:)": return conforms(to: "Equatable")
        case "<(_:_:)": return conforms(to: "Comparable")
        case "hash(into:)", "hashValue": return conforms(to: "Hashable")
        case "encode(to:)": return conforms(to: "Encodable")
        case "init(from:)": return conforms(to: "Decodable")
        case "rawValue", "RawValue":
            return conforms(to: "RawRepresentable") && expected == witness("init(rawValue:)")?.parameters.first
        case "ID": return conforms(to: "Identifiable") && expected == witness("id")?.type
        case "FormatInput": return conforms(to: "FormatStyle") && expected == witness("format(_:)")?.parameters.first
        case "FormatOutput": return conforms(to: "FormatStyle") && expected == witness("format(_:)")?.type
        case "Element" where conforms(to: "AsyncIteratorProtocol"):
            return expected.map { $0 + "?" } == witness("next()")?.type
        case "Element" where conforms(to: "AsyncSequence"):
            let next = surface.members(of: type + ["AsyncIterator"], named: "next()").first?.declaration.type
            return expected.map { $0 + "?" } == next
        default: return false
        }
    }

    private func finding(_ row: ReferenceRow, _ kind: Finding.Kind, found: String) -> Finding {
        Finding(
            module: row.module, type: row.type, member: row.member, kind: kind, expected: row.signature, found: found)
    }

    /// What the modules declare and the listings do not. Of a type that is ours alone only the type is named.
    private func foundExtras() -> [Finding] {
        let listed = Set(rows.map { $0.owner + [$0.member] })
        var extras: [Finding] = []
        for (index, member) in surface.members.enumerated() where !taken.contains(index) && !member.isWitness {
            if !member.owner.isEmpty, surface.types.contains(member.owner), !listed.contains(member.owner) { continue }
            extras.append(
                Finding(
                    module: member.module,
                    type: member.owner.isEmpty ? "(module)" : member.owner.joined(separator: "."),
                    member: member.name, kind: .extra, expected: "", found: member.source))
        }
        return (extras + extraConformances()).sorted { ($0.type, $0.member) < ($1.type, $1.member) }
    }

    /// Conformances that a listed type has here and that neither the listing nor the compiler gives it.
    private func extraConformances() -> [Finding] {
        var extras: [Finding] = []
        for row in rows where !row.isLeftOut && !row.isIncomplete {
            guard let expected = Declaration(row.signature, aliases: surface.aliases), expected.kind.isType else {
                continue
            }
            let path = row.owner + [row.member]
            var known = Set(expected.inherited)
            for other in rows where other.owner == path {
                if other.kind == "conformance" {
                    known.insert(spelled(surface.aliases.resolve(tokens(of: other.member).filter { $0 != ":" })))
                }
            }
            if row.signature.contains("NS_SWIFT_SENDABLE") { known.insert("Sendable") }
            if expected.kind == .enum { known.formUnion(derivedConformances(of: path)) }
            known = surface.implied(by: known)
            for conformance in surface.conformances[path] ?? [] where !known.contains(conformance.protocol) {
                extras.append(
                    Finding(
                        module: row.module, type: path.joined(separator: "."), member: ": \(conformance.protocol)",
                        kind: .extra, expected: "", found: "\(path.joined(separator: ".")) : \(conformance.protocol)"))
            }
        }
        return extras
    }

    /// An enumeration whose cases carry nothing is equatable and hashable unasked.
    private func derivedConformances(of path: [String]) -> Set<String> {
        let cases = rows.filter { $0.kind == "case" && $0.owner == path }
        return cases.contains { $0.signature.contains("(") } ? [] : ["Equatable", "Hashable"]
    }
}
