import Foundation
import Testing

@Suite struct KeysCommandTests {
    private let directory = Result { try TemporaryDirectory() }

    private func attributes(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test func theChainIsWrittenInBothSpellingsWithTheLeafsKey() throws {
        let directory = try directory.get()
        let result = try BuiltTool.run(["keys", "new", directory.path("deep/chain")])
        #expect(result.status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path("deep/chain")).sorted()
        #expect(
            names == [
                "intermediate.der", "intermediate.pem", "leaf.der", "leaf.p8", "leaf.pem", "root.der", "root.pem",
            ])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path("deep")) == ["chain"])
    }

    @Test func onlyTheOwnerMayReadThePrivateKey() throws {
        let directory = try directory.get()
        _ = try BuiltTool.run(["keys", "new", directory.path("chain")])
        #expect(try attributes(directory.path("chain/leaf.p8")) == 0o600)
    }

    @Test func opensslAcceptsTheChainAndFindsTheKeyToBeTheLeafs() throws {
        let directory = try directory.get()
        _ = try BuiltTool.run(["keys", "new", directory.path("chain")])
        func openssl(_ arguments: String...) throws -> (status: Int32, output: Data) {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["openssl"] + arguments
            process.currentDirectoryURL = URL(filePath: directory.path("chain"))
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, data)
        }
        let verified = try openssl("verify", "-CAfile", "root.pem", "-untrusted", "intermediate.pem", "leaf.pem")
        #expect(verified.status == 0)
        let certified = try openssl("x509", "-in", "leaf.der", "-inform", "DER", "-noout", "-pubkey")
        let held = try openssl("pkey", "-in", "leaf.p8", "-pubout")
        #expect(!held.output.isEmpty)
        #expect(certified.output == held.output)
    }

    @Test func nothingIsOverwritten() throws {
        let directory = try directory.get()
        let path = directory.path("chain")
        _ = try BuiltTool.run(["keys", "new", path])
        let key = try Data(contentsOf: URL(filePath: directory.path("chain/leaf.p8")))
        let again = try BuiltTool.run(["keys", "new", path])
        #expect(again.status == 1)
        #expect(again.errors == "stk keys: cannot write \(path): the directory is not empty; choose a new one\n")
        #expect(try Data(contentsOf: URL(filePath: directory.path("chain/leaf.p8"))) == key)

        let file = try directory.write("mine", to: "file")
        #expect(try BuiltTool.run(["keys", "new", file]).status == 1)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() == ["chain", "file"])
    }

    @Test(.disabled(if: BuiltTool.isUnderThreadSanitizer, "the sanitizer itself writes files"))
    func aDiskThatTakesNothingIsSaidAndNothingIsLeftBehind() throws {
        let directory = try directory.get()
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", #"trap '' XFSZ; ulimit -f 0; exec "$0" keys new "$1""#, try BuiltTool.location().path,
            directory.path("chain"),
        ]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let data = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        #expect(
            String(decoding: data, as: UTF8.self)
                == "stk keys: cannot write \(directory.path("chain")): File too large\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == [])
    }

    @Test func anEmptyDirectoryIsFilled() throws {
        let directory = try directory.get()
        try FileManager.default.createDirectory(
            at: directory.url.appending(path: "empty"), withIntermediateDirectories: false)
        #expect(try BuiltTool.run(["keys", "new", directory.path("empty")]).status == 0)
        #expect(FileManager.default.fileExists(atPath: directory.path("empty/root.pem")))
    }

    @Test(arguments: [
        ([], "“new” is missing"), (["old", "a"], "“old”"), (["new"], "DIRECTORY is missing"),
        (["new", "a", "b"], "“b”"),
        (["new", "--size", "3", "a"], "--size"), (["new", "-x", "a"], "-x"),
    ])
    func misuseNamesTheArgument(arguments: [String], named: String) throws {
        let result = try BuiltTool.run(["keys"] + arguments)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(named))
        #expect(result.errors.contains("usage: stk keys new DIRECTORY"))
    }
}
