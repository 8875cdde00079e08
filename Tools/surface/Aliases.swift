/// Type aliases by the full path of their name, and the modules whose names a declaration may carry.
struct Aliases {
    private static let modules: Set<String> = [
        "Swift", "_Concurrency", "Foundation", "FoundationEssentials", "FoundationInternationalization", "StoreKit",
        "StoreKitTest",
    ]

    /// The tokens of what each alias stands for.
    private var targets: [[String]: [String]] = [:]

    /// Makes `name` (a dotted path) stand for `target`. An alias of itself and a second meaning of a name are ignored.
    mutating func add(_ name: String, for target: String) {
        let path = name.split(separator: ".").map(String.init)
        let meaning = tokens(of: target)
        if targets[path] == nil, meaning != tokens(of: name) { targets[path] = meaning }
    }

    /// `tokens` with module names dropped and every alias replaced by what it stands for.
    func resolve(_ tokens: [String]) -> [String] {
        resolve(tokens, depth: 0)
    }

    private func resolve(_ tokens: [String], depth: Int) -> [String] {
        var resolved: [String] = []
        var index = 0
        while index < tokens.count {
            guard Self.startsPath(tokens[index]), resolved.last != "." else {
                resolved.append(tokens[index])
                index += 1
                continue
            }
            var path = [tokens[index]]
            index += 1
            while index + 1 < tokens.count, tokens[index] == ".", Self.startsPath(tokens[index + 1]) {
                path.append(tokens[index + 1])
                index += 2
            }
            resolved.append(contentsOf: meaning(of: path, depth: depth))
        }
        return resolved
    }

    /// An alias may lead to another one; a chain that long is a circle, and the names in it are left as they are.
    private func meaning(of path: [String], depth: Int) -> [String] {
        let path = path.count > 1 && Self.modules.contains(path[0]) ? Array(path.dropFirst()) : path
        if depth < 16 {
            for length in stride(from: path.count, through: 1, by: -1) {
                guard let target = targets[Array(path.prefix(length))] else { continue }
                let rest = path.dropFirst(length).flatMap { [".", $0] }
                return resolve(target + rest, depth: depth + 1)
            }
        }
        return Array(path.map { [$0] }.joined(separator: ["."]))
    }

    private static func startsPath(_ token: String) -> Bool {
        guard let first = token.first else { return false }
        return first.isLetter || first == "_" || first == "`"
    }
}
