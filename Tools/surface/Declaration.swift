/// A declaration reduced to what its callers can tell apart.
///
/// Gone are access, comments, white space, module names, the values of defaults, the internal names of parameters,
/// the order of requirements, and attributes that concern binaries only. A type alias equals its target, and a
/// constant equals a variable that can only be read.
struct Declaration: Equatable {
    enum Kind: String {
        case structure = "struct"
        case `class`, `enum`, `protocol`, `typealias`, `associatedtype`, `case`, `func`, `init`, `subscript`
        case property = "var"

        var isType: Bool { [.structure, .class, .enum, .protocol].contains(self) }
    }

    var kind: Kind
    /// Everything but isolation, exhaustiveness and inheritance, in one canonical spelling.
    var text: String
    var isIsolatedToMainActor = false
    var isFrozen = false
    var isNonexhaustive = false
    /// What a type declares to conform to or to inherit from.
    var inherited: [String] = []
    /// The type of a property, the right-hand side of an alias, or the result of a function.
    var type: String?
    /// The types of the parameters.
    var parameters: [String] = []

    /// Nil if `source` is not a declaration.
    init?(_ source: String, aliases: Aliases = Aliases()) {
        var rest: [String] = []
        for token in tokens(of: source) {
            switch token {
            case "@MainActor": isIsolatedToMainActor = true
            case "@frozen": isFrozen = true
            case "@nonexhaustive": isNonexhaustive = true
            case "@escaping", "@Sendable", "@autoclosure", "@discardableResult": rest.append(token)
            case _ where token.hasPrefix("@"): break
            case "public", "open", "final", "convenience", "required", "override": break
            case "nonisolated", "nonmutating", "indirect": break
            default: rest.append(token)
            }
        }
        rest = aliases.resolve(rest)

        guard
            let keyword = rest.firstIndex(where: { Kind(keyword: $0) != nil }),
            let kind = Kind(keyword: rest[keyword])
        else { return nil }
        self.kind = kind
        let isConstant = rest[keyword] == "let"
        var text = rest[..<keyword].sorted()
        text.append(kind.rawValue)
        rest.removeFirst(keyword + 1)

        let requirements: [[String]]
        if let position = rest.lastIndex(of: "where") {
            let accessors = rest[position...].firstIndex(of: "{") ?? rest.endIndex
            requirements = parts(of: rest[(position + 1)..<accessors]).sorted { $0.joined() < $1.joined() }
            rest.removeSubrange(position..<accessors)
        } else {
            requirements = []
        }

        switch kind {
        case .structure, .class, .enum, .protocol:
            if let colon = rest.firstIndex(of: ":") {
                inherited = parts(of: rest[(colon + 1)...]).map(spelled)
                rest.removeSubrange(colon...)
            }
            text.append(spelled(rest))
        case .property:
            guard let colon = rest.firstIndex(of: ":") else { return nil }
            let accessors = rest.firstIndex(of: "{") ?? rest.endIndex
            let type = spelled(rest[(colon + 1)..<accessors])
            self.type = type
            text.append("\(spelled(rest[..<colon])): \(type)")
            text.append(contentsOf: Self.effects(of: rest[accessors...], isConstant: isConstant))
        case .typealias, .associatedtype:
            if let equals = rest.firstIndex(of: "=") { type = spelled(rest[(equals + 1)...]) }
            text.append(spelled(rest))
        case .case, .func, .`init`, .subscript:
            guard let (name, list, result) = Self.signature(rest) else {
                guard kind == .case else { return nil }
                text.append(spelled(rest))
                break
            }
            let isOperator =
                name.first.map { $0.first?.isLetter == false && !["_", "`"].contains($0.prefix(1)) } ?? false
            let parameters = parts(of: list).map {
                Parameter($0, of: kind, isOperator: isOperator && kind == .func)
            }
            self.parameters = parameters.map(\.type)
            text.append("\(spelled(name))(\(parameters.map(\.text).joined(separator: ", ")))")
            if let arrow = result.firstIndex(of: "->") {
                let accessors = result.firstIndex(of: "{") ?? result.endIndex
                type = spelled(result[(arrow + 1)..<accessors])
            }
            text.append(spelled(result).replacing(" { get set }", with: ""))
        }
        if !requirements.isEmpty { text.append("where \(requirements.map(spelled).joined(separator: ", "))") }
        self.text = text.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// How a property is read and written, as a caller sees it.
    private static func effects(of accessors: ArraySlice<String>, isConstant: Bool) -> [String] {
        let words = accessors.filter { !["{", "}"].contains($0) }
        if isConstant { return ["{ get }"] }
        if words.isEmpty || words.contains("set") { return [] }
        return ["{ \(words.joined(separator: " ")) }"]
    }

    /// The name with its generic parameters, the parameter list, and what follows it.
    private static func signature(_ tokens: [String]) -> (name: [String], list: [String], result: [String])? {
        guard let open = tokens.firstIndex(of: "("), let close = closing(open, in: tokens) else { return nil }
        return (Array(tokens[..<open]), Array(tokens[(open + 1)..<close]), Array(tokens[(close + 1)...]))
    }

    private static func closing(_ open: Int, in tokens: [String]) -> Int? {
        var depth = 0
        for index in open..<tokens.count {
            depth += tokens[index] == "(" ? 1 : tokens[index] == ")" ? -1 : 0
            if depth == 0 { return index }
        }
        return nil
    }
}

extension Declaration.Kind {
    init?(keyword: String) {
        switch keyword {
        case "let", "var": self = .property
        default: self.init(rawValue: keyword)
        }
    }
}

/// One parameter: its label, its type, and whether it may be left out.
private struct Parameter {
    let text: String
    let type: String

    init(_ tokens: [String], of kind: Declaration.Kind, isOperator: Bool) {
        let halves = parts(of: tokens, separatedBy: "=")
        let declared = halves.first ?? []
        let isOptional = halves.count > 1
        let colon = declared.first == "(" ? nil : declared.firstIndex(of: ":")
        let names = declared[..<(colon ?? 0)]
        type = spelled(declared[(colon.map { $0 + 1 } ?? 0)...])
        let label: String
        switch kind {
        case .case: label = names.first ?? "_"
        case .subscript: label = names.count > 1 ? names.first ?? "_" : "_"
        default: label = isOperator ? "_" : names.first ?? "_"
        }
        text = "\(label): \(type)\(isOptional ? " = default" : "")"
    }
}

/// `tokens` with one canonical spacing.
func spelled(_ tokens: some Sequence<String>) -> String {
    var text = ""
    var previous = ""
    for token in tokens {
        let isTight =
            text.isEmpty || [".", ",", ":", "?", "!", ")", "]", ">", "<"].contains(token)
            || [".", "(", "[", "<"].contains(previous)
            || (token == "(" && !["->", ",", ":", "=", "throws", "&"].contains(previous) && !previous.hasPrefix("@"))
        if !isTight { text += " " }
        text += token
        previous = token
    }
    return text
}
