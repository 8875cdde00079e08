/// The tokens of a Swift declaration, without white space and without a trailing `//` comment.
/// An attribute is one token with its arguments.
func tokens(of declaration: String) -> [String] {
    var rest = declaration[...]
    var tokens: [String] = []

    func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "`" || character == "$"
    }
    func take(_ count: Int) -> String {
        defer { rest = rest.dropFirst(count) }
        return String(rest.prefix(count))
    }
    func word(from start: Substring) -> Int { start.prefix(while: isWord).count }
    func parenthesised(from start: Substring) -> Int {
        guard start.first == "(" else { return 0 }
        var depth = 0
        for (offset, character) in start.enumerated() {
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            if depth == 0 { return offset + 1 }
        }
        return start.count
    }

    while let first = rest.first {
        if first.isWhitespace {
            rest = rest.dropFirst()
        } else if rest.hasPrefix("//") {
            break
        } else if first == "@" {
            let name = 1 + word(from: rest.dropFirst())
            tokens.append(take(name + parenthesised(from: rest.dropFirst(name))))
        } else if isWord(first) {
            tokens.append(take(word(from: rest)))
        } else if first == "\"" {
            let body = rest.dropFirst().prefix { $0 != "\"" }.count
            tokens.append(take(body + 2))
        } else if let operatorToken = ["->", "==", "...", "&&", "||"].first(where: { rest.hasPrefix($0) }) {
            tokens.append(take(operatorToken.count))
        } else {
            tokens.append(take(1))
        }
    }
    return tokens
}

/// The parts of `tokens` between separators that stand outside all brackets.
func parts<Tokens: Collection>(of tokens: Tokens, separatedBy separator: String = ",") -> [[String]]
where Tokens.Element == String {
    var depth = 0
    var parts: [[String]] = [[]]
    for token in tokens {
        depth += ["(", "[", "{", "<"].contains(token) ? 1 : [")", "]", "}", ">"].contains(token) ? -1 : 0
        if token == separator, depth == 0 {
            parts.append([])
        } else {
            parts[parts.count - 1].append(token)
        }
    }
    return parts.filter { !$0.isEmpty }
}
