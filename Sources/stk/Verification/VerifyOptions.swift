import AppStoreData
import Foundation
import SignedData

/// What `stk verify` was asked.
struct VerifyOptions {
    var verifier: ChosenVerifier
    var asJSON: Bool

    private static let kinds: [(word: String, kind: SignedDataKind)] = [
        ("transaction", .transaction), ("renewal", .renewalInfo), ("app-transaction", .appTransaction),
        ("notification", .notification),
    ]
    private static let environments: [AppStoreEnvironment] = [.production, .sandbox, .xcode, .localTesting]

    /// Takes the options and leaves the operands.
    init(_ arguments: inout Arguments) throws(Misuse) {
        let kindWord = try Self.required("--kind", &arguments)
        guard let kind = Self.kinds.first(where: { $0.word == kindWord })?.kind else {
            throw Self.wrong("--kind", kindWord, Self.kinds.map(\.word))
        }
        let environmentWord = try Self.required("--environment", &arguments)
        guard let environment = Self.environments.first(where: { $0.rawValue == environmentWord }) else {
            throw Self.wrong("--environment", environmentWord, Self.environments.map(\.rawValue))
        }
        let bundleID = try Self.required("--bundle-id", &arguments)
        let appAppleID = try Self.appAppleID(&arguments)
        var roots: [Data] = []
        for path in try arguments.values("--root") { roots += try Self.certificates(in: path) }
        let isFresh = try arguments.flag("--fresh")
        let date = try Self.date(&arguments)
        asJSON = try arguments.flag("--json")

        let isTesting = environment == .xcode || environment == .localTesting
        if isTesting, roots.count != 1 {
            throw Misuse("--root is needed once for \(environmentWord): nothing else says who may sign")
        }
        if isTesting, isFresh || date != nil {
            let name = isFresh ? "--fresh" : "--at"
            throw Misuse("\(name) says nothing for \(environmentWord): there, the date of signing counts")
        }
        if environment == .production, appAppleID == nil {
            throw Misuse("--app-apple-id is missing; Production needs it")
        }
        do throws(VerifierConfigurationError) {
            if isTesting {
                verifier = try ChosenVerifier(testing: environment, bundleID: bundleID, trust: roots[0], kind: kind)
            } else {
                verifier = ChosenVerifier(
                    try SignedDataVerifier(
                        environment: environment, bundleID: bundleID, appAppleID: appAppleID,
                        roots: roots.isEmpty ? [AppleRoot.g3] : roots,
                        // Whoever types a command may verify as many chains as there are.
                        limits: VerifierLimits(validationsPerSecond: .max), now: { date ?? Date() }),
                    kind: kind, age: isFresh ? .fresh : .stored)
            }
        } catch {
            throw Misuse("--root: \(error)")
        }
    }

    private static func required(_ name: String, _ arguments: inout Arguments) throws(Misuse) -> String {
        guard let value = try arguments.value(name) else { throw Misuse("\(name) is missing") }
        return value
    }

    private static func wrong(_ name: String, _ word: String, _ words: [String]) -> Misuse {
        Misuse("\(name) is “\(word)”, and has to be \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")")
    }

    private static func appAppleID(_ arguments: inout Arguments) throws(Misuse) -> Int64? {
        guard let word = try arguments.value("--app-apple-id") else { return nil }
        guard let number = Int64(word), number > 0 else {
            throw Misuse("--app-apple-id is “\(word)”, and has to be a whole number above 0")
        }
        return number
    }

    private static func date(_ arguments: inout Arguments) throws(Misuse) -> Date? {
        guard let word = try arguments.value("--at") else { return nil }
        guard let date = date(word) else {
            throw Misuse("--at is “\(word)”, and has to be a date such as 2026-11-30 or 2026-11-30T12:00:00Z")
        }
        return date
    }

    /// The beginning of a day, or a moment with its time zone. Nothing that follows is skipped, and a day that the
    /// calendar does not have is none.
    private static func date(_ word: String) -> Date? {
        func whole(_ text: Substring, _ style: Date.ISO8601FormatStyle) -> Date? {
            let read = try? style.consuming(
                String(text), startingAt: text.startIndex, in: text.startIndex..<text.endIndex)
            return read.flatMap { $0.upperBound == text.endIndex ? $0.output : nil }
        }
        let dayStyle = Date.ISO8601FormatStyle().year().month().day()
        let day = word.prefix(10)
        guard let start = whole(day, dayStyle), start.formatted(dayStyle) == day else { return nil }
        if day.endIndex == word.endIndex { return start }
        return whole(word[...], Date.ISO8601FormatStyle(includingFractionalSeconds: word.contains(".")))
    }

    /// The certificates of a file: one in DER, or any number in PEM.
    private static func certificates(in path: String) throws(Misuse) -> [Data] {
        let contents: Data
        do throws(CommandFailure) {
            contents = Data(try SignedTexts.contents(of: path).bytes)
        } catch {
            throw Misuse("--root: \(error.message)")
        }
        guard let text = String(data: contents, encoding: .utf8), text.contains("-----BEGIN") else { return [contents] }
        guard let blocks = PEM.blocks(in: text), !blocks.isEmpty else {
            throw Misuse("--root: \(path) is no PEM file: a block in it is not closed or not base64")
        }
        if let other = blocks.first(where: { $0.label != "CERTIFICATE" }) {
            throw Misuse("--root: \(path) holds “\(other.label)” where certificates are expected")
        }
        return blocks.map { Data($0.der) }
    }
}
