/// One row of a listing of Apple's API.
struct ReferenceRow {
    let module: String
    /// The type as the listing writes it, requirements included.
    let type: String
    let member: String
    let kind: String
    let signature: String
    let note: String

    /// The row tells of something that cannot be declared on Linux or of which only the name is known.
    var isLeftOut: Bool {
        note == "UI" || note.contains("name only") || signature == "name only" || kind == "?"
    }

    /// The row comes from documents that need not name every conformance.
    var isIncomplete: Bool {
        note.contains("NEWER")
    }

    /// Throws a `TableError` for a row that counts and whose signature is not a declaration.
    static func rows(of module: String, in table: Table) throws -> [ReferenceRow] {
        try table.lines.map { line in
            let row = ReferenceRow(
                module: module, type: line["type"], member: line["member"], kind: line["kind"],
                signature: line["signature"], note: line["note"])
            guard row.isLeftOut || row.kind == "conformance" || Declaration(row.signature) != nil else {
                throw TableError(
                    table: table.name, line: line.number, problem: "'\(row.signature)' is not a declaration")
            }
            return row
        }
    }

    static let columns = ["type", "member", "kind", "signature", "note"]

    /// The path of the enclosing type; empty for the module.
    var owner: [String] {
        let name = parts(of: tokens(of: type), separatedBy: "where").first ?? []
        return type == "(module)" ? [] : name.filter { $0 != "." }
    }

    func requirements(aliases: Aliases) -> Set<String> {
        Self.requirements(of: type, aliases: aliases)
    }

    /// The requirements of the `where` clause at the end of `text`.
    static func requirements(of text: String, aliases: Aliases) -> Set<String> {
        let halves = parts(of: tokens(of: text), separatedBy: "where")
        guard halves.count > 1 else { return [] }
        return Set(parts(of: halves[1]).map { requirement(spelled($0), aliases: aliases) })
    }
}
