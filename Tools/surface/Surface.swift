/// The public symbols of the modules under comparison and what their types conform to.
struct Surface {
    struct Member {
        let module: String
        /// The path of the enclosing type; empty for what the module declares itself.
        let owner: [String]
        let name: String
        /// The declaration as the compiler prints it.
        let source: String
        let declaration: Declaration
        /// The requirements of the extension that declares it.
        let requirements: Set<String>
        /// It is there for a protocol that another module declares, and comes with the conformance.
        let isWitness: Bool

        var path: [String] { owner + [name] }
    }

    struct Conformance: Hashable {
        let `protocol`: String
        let requirements: Set<String>
    }

    private(set) var aliases = Aliases()
    private(set) var members: [Member] = []
    private(set) var conformances: [[String]: Set<Conformance>] = [:]
    /// The modules' own types and protocols.
    private(set) var types: Set<[String]> = []

    /// `aliases` are those of the reference; the modules' own are added to them.
    init(graphs: [(module: String, graph: SymbolGraph)], aliases: Aliases) {
        var paths: [String: [String]] = [:]
        var witnesses: Set<String> = []
        self.aliases = aliases
        for (_, graph) in graphs {
            for symbol in graph.symbols {
                paths[symbol.identifier.precise] = symbol.pathComponents
                if let declaration = Declaration(symbol.source), declaration.kind == .typealias,
                    let target = declaration.type
                {
                    self.aliases.add(symbol.pathComponents.joined(separator: "."), for: target)
                }
            }
            for relationship in graph.relationships where relationship.sourceOrigin != nil {
                witnesses.insert(relationship.source)
            }
        }
        for (module, graph) in graphs {
            for symbol in graph.symbols {
                guard let name = symbol.pathComponents.last,
                    let declaration = Declaration(symbol.source, aliases: self.aliases)
                else { continue }
                members.append(
                    Member(
                        module: module,
                        owner: Array(symbol.pathComponents.dropLast()),
                        name: declaration.kind == .case ? baseName(name) : name,
                        source: symbol.source,
                        declaration: declaration,
                        requirements: requirements(symbol.swiftExtension?.constraints),
                        isWitness: witnesses.contains(symbol.identifier.precise)
                    ))
                if declaration.kind.isType { types.insert(symbol.pathComponents) }
            }
            for relationship in graph.relationships where ["conformsTo", "inheritsFrom"].contains(relationship.kind) {
                guard let source = paths[relationship.source] else { continue }
                let target =
                    paths[relationship.target]?.joined(separator: ".")
                    ?? relationship.targetFallback.map { spelled(self.aliases.resolve(tokens(of: $0))) }
                    ?? relationship.target
                conformances[source, default: []].insert(
                    Conformance(protocol: target, requirements: requirements(relationship.swiftConstraints)))
            }
        }
    }

    private func requirements(_ constraints: [SymbolGraph.Constraint]?) -> Set<String> {
        Set(
            (constraints ?? []).filter { !["Copyable", "Escapable"].contains($0.rhs) }.map {
                requirement("\($0.lhs) \($0.kind == "sameType" ? "==" : ":") \($0.rhs)", aliases: aliases)
            })
    }

    /// `protocols` with all that they refine and what the compiler adds to every type.
    func implied(by protocols: Set<String>) -> Set<String> {
        var all = protocols.union(["Copyable", "Escapable", "SendableMetatype"])
        var waiting = Array(protocols)
        while let name = waiting.popLast() {
            let own = conformances[name.split(separator: ".").map(String.init)]?.map(\.protocol) ?? []
            waiting += (Self.refined[name] ?? []).union(own).filter { all.insert($0).inserted }
        }
        return all
    }

    /// What other modules' protocols, a raw type and `NSObject` bring with them.
    private static let refined: [String: Set<String>] = [
        "Hashable": ["Equatable"],
        "Comparable": ["Equatable"],
        "Error": ["Sendable"],
        "LocalizedError": ["Error"],
        "CustomNSError": ["Error"],
        "Codable": ["Encodable", "Decodable"],
        "FormatStyle": ["Hashable", "Encodable", "Decodable"],
        "Int": ["RawRepresentable", "Hashable"],
        "NSObject": [
            "NSObjectProtocol", "Hashable", "CustomStringConvertible", "CustomDebugStringConvertible", "CVarArg",
        ],
    ]

    func members(of owner: [String], named name: String) -> [Member] {
        members.filter { $0.owner == owner && $0.name == name }
    }

    func conforms(_ type: [String], to name: String, where requirements: Set<String> = []) -> Bool {
        conformances[type]?.contains(Conformance(protocol: name, requirements: requirements)) ?? false
    }
}

extension SymbolGraph.Symbol {
    var source: String { declarationFragments.map(\.spelling).joined() }
}

/// One requirement of a `where` clause in canonical spelling.
func requirement(_ text: String, aliases: Aliases) -> String {
    spelled(aliases.resolve(tokens(of: text)))
}

/// The name without its argument labels.
func baseName(_ name: String) -> String {
    String(name.prefix { $0 != "(" })
}
