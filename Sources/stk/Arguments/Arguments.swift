/// What was typed after a command's name. A command takes what it knows; whatever is left then is an error.
///
/// An option is written `--name VALUE` or `--name=VALUE`. After `--` every word is an operand, and so is `-`.
struct Arguments {
    private var words: [String]
    private var operandsAfterDashes: [String]

    init(_ words: some Collection<String>) {
        let parts = Array(words).split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
        self.words = parts.first.map(Array.init) ?? []
        operandsAfterDashes = parts.count > 1 ? Array(parts[1]) : []
    }

    /// Takes an option without a value: whether it is there.
    mutating func flag(_ name: String) throws(Misuse) -> Bool {
        guard let index = words.firstIndex(of: name) else { return false }
        words.remove(at: index)
        guard !words.contains(name) else { throw Misuse("\(name) is given twice") }
        return true
    }

    /// Takes an option that may be given once.
    mutating func value(_ name: String) throws(Misuse) -> String? {
        let values = try values(name)
        guard values.count <= 1 else { throw Misuse("\(name) is given twice") }
        return values.first
    }

    /// Takes an option that may be given any number of times.
    mutating func values(_ name: String) throws(Misuse) -> [String] {
        var values: [String] = []
        while let index = words.firstIndex(where: { $0 == name || $0.hasPrefix(name + "=") }) {
            let word = words.remove(at: index)
            if word != name {
                values.append(String(word.dropFirst(name.count + 1)))
            } else {
                guard index < words.count, !words[index].hasPrefix("--") else {
                    throw Misuse("\(name) needs a value")
                }
                values.append(words.remove(at: index))
            }
        }
        guard !values.contains("") else { throw Misuse("\(name) has an empty value") }
        return values
    }

    /// Takes all words that are no option. Take the options first.
    mutating func operands() throws(Misuse) -> [String] {
        try refuseOptions()
        defer {
            words = []
            operandsAfterDashes = []
        }
        return words + operandsAfterDashes
    }

    /// Refuses what nobody has taken.
    func finish() throws(Misuse) {
        try refuseOptions()
        if let word = (words + operandsAfterDashes).first { throw Misuse("there is nothing to do with “\(word)”") }
    }

    private func refuseOptions() throws(Misuse) {
        if let word = words.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
            throw Misuse("there is no option \(word)")
        }
    }
}

/// What is wrong with the arguments, naming the wrong one.
struct Misuse: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
