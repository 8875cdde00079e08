import Foundation

/// What the tool reads of a symbol graph in the format of `swift-symbolgraph-extract`.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable {
            let precise: String
        }

        struct Fragment: Decodable {
            let spelling: String
        }

        struct Extension: Decodable {
            let constraints: [Constraint]?
        }

        let identifier: Identifier
        let pathComponents: [String]
        let declarationFragments: [Fragment]
        let swiftExtension: Extension?
    }

    struct Constraint: Decodable {
        let kind: String
        let lhs: String
        let rhs: String
    }

    struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
        let swiftConstraints: [Constraint]?
        let sourceOrigin: Origin?

        struct Origin: Decodable {
            let identifier: String
        }
    }

    let symbols: [Symbol]
    let relationships: [Relationship]

    /// The graphs of `module` in `folder`: its own and those of its extensions to other modules' types.
    static func graphs(of module: String, in folder: URL) throws -> [SymbolGraph] {
        guard let contents = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        else { throw SymbolGraphError(description: "cannot read the folder \(folder.path)") }
        let files =
            contents.filter { file in
                let name = file.lastPathComponent
                return name == "\(module).symbols.json"
                    || name.hasPrefix("\(module)@") && name.hasSuffix(".symbols.json")
            }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        guard files.contains(where: { $0.lastPathComponent == "\(module).symbols.json" }) else {
            throw SymbolGraphError(description: "\(folder.path) has no symbol graph '\(module).symbols.json'")
        }
        return try files.map { file in
            do {
                return try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
            } catch {
                throw SymbolGraphError(description: "\(file.path) is not a symbol graph: \(error)")
            }
        }
    }
}

struct SymbolGraphError: Error, CustomStringConvertible {
    let description: String
}
