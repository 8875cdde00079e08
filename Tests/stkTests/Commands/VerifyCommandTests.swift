import AppStoreData
import Foundation
import SignedData
import Testing

@Suite struct VerifyCommandTests {
    /// What the tests sign with, and files for it.
    private let chain: SigningChain
    private let directory: TemporaryDirectory
    private let root: String
    private let orchard = "com.example.orchard"

    init() throws {
        chain = try SigningChain(startingAt: Date(timeIntervalSince1970: 1_795_000_000))
        directory = try TemporaryDirectory()
        root = try directory.write(chain.root.pem, to: "root.pem")
    }

    private func sign(_ json: String) throws -> String {
        try chain.sign(payload: Data(json.utf8))
    }

    private func transaction(_ id: Int = 7, bundleID: String = "com.example.orchard") throws -> String {
        try sign(
            #"{"transactionId":"\#(id)","originalTransactionId":"1","productId":"monthly","bundleId":"\#(bundleID)","#
                + #""environment":"Sandbox","signedDate":1795000000000}"#)
    }

    private func renewal() throws -> String {
        try sign(
            #"{"originalTransactionId":"1","autoRenewProductId":"monthly","autoRenewStatus":1,"environment":"Sandbox","#
                + #""signedDate":1795000000000}"#)
    }

    /// Runs `stk verify` for the sandbox with the tests' root.
    private func verify(
        as kind: String = "transaction", _ arguments: [String], input: String = ""
    ) throws -> BuiltTool.Result {
        try BuiltTool.run(
            ["verify", "--kind", kind, "--environment", "Sandbox", "--bundle-id", orchard, "--root", root] + arguments,
            input: input.utf8)
    }

    // MARK: - Verdicts

    @Test func eachKindIsVerified() throws {
        let appTransaction = try sign(
            #"{"receiptType":"Sandbox","bundleId":"\#(orchard)","applicationVersion":"3.1","appTransactionId":"70","#
                + #""receiptCreationDate":1795000000000}"#)
        let notification = try sign(
            #"{"notificationType":"DID_RENEW","subtype":"BILLING_RECOVERY","notificationUUID":"u","version":"2.0","#
                + #""signedDate":1795000000000,"data":{"bundleId":"\#(orchard)","environment":"Sandbox","#
                + #""signedTransactionInfo":"\#(try transaction())","signedRenewalInfo":"\#(try renewal())"}}"#)
        for (kind, jws, reason) in [
            ("transaction", try transaction(), "transaction 7 of monthly"),
            ("renewal", try renewal(), "renewal info of 1; without its transaction nothing says of which app"),
            ("app-transaction", appTransaction, "app transaction 70, version 3.1"),
            ("notification", notification, "notification u: DID_RENEW BILLING_RECOVERY"),
        ] {
            let file = try directory.write(jws, to: kind)
            let result = try verify(as: kind, [file])
            #expect(result.status == 0)
            #expect(result.output == "VALID \(reason) (\(file))\n")
            #expect(result.errors.isEmpty)
        }
    }

    @Test func oneKindIsRefusedAsAnother() throws {
        let result = try verify(as: "renewal", ["-"], input: transaction())
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("WRONG_KIND "))
    }

    @Test func oneRefusedTextAmongManyEndsWithOne() throws {
        let files = [
            try directory.write(transaction(1), to: "1"), try directory.write(transaction(2, bundleID: "x"), to: "2"),
            try directory.write(transaction(3), to: "3"),
        ]
        let result = try verify(files)
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0] == "VALID transaction 1 of monthly (\(files[0]))")
        #expect(lines[1].hasPrefix("INVALID_APP_IDENTIFIER "))
        #expect(lines[1].hasSuffix(" [bundleId] (\(files[1]))"))
        #expect(lines[2] == "VALID transaction 3 of monthly (\(files[2]))")
    }

    @Test func standardInputHasAJWSInEachLine() throws {
        let lines = [try transaction(1), "", "no JWS", try transaction(2)]
        let result = try verify(["-"], input: lines.joined(separator: "\n"))
        #expect(result.status == 1)
        let output = result.output.split(separator: "\n")
        #expect(output.count == 4)
        #expect(output[0] == "VALID transaction 1 of monthly (-:1)")
        #expect(output[1].hasPrefix("INVALID_FORMAT ") && output[1].hasSuffix("(-:2)"))
        #expect(output[2].hasPrefix("INVALID_FORMAT ") && output[2].hasSuffix("(-:3)"))
        #expect(output[3] == "VALID transaction 2 of monthly (-:4)")
        #expect(try verify(["-"]).status == 0)
    }

    @Test func aTextOfAnyLengthIsRefusedAndTheNextIsRead() throws {
        let file = try directory.write(String(repeating: ".", count: 2_000_000), to: "long")
        #expect(try verify([file]).output.hasPrefix("TOO_LARGE "))

        let result = try verify(["-"], input: String(repeating: "a", count: 3_000_000) + "\n" + transaction())
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("TOO_LARGE "))
        #expect(lines[1].hasPrefix("VALID "))
    }

    @Test func aLineFeedAtTheEndOfAFileIsPointedOut() throws {
        let file = try directory.write(transaction() + "\n", to: "a")
        let result = try verify([file])
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("INVALID_FORMAT "))
        #expect(result.output.contains("the file ends with a line feed"))
    }

    @Test func whatATextSaysCannotWriteToTheTerminalOrAddALine() throws {
        let result = try verify(["-"], input: transaction(bundleID: #"a\u001b[2J\nVALID b"#))
        #expect(result.output.split(separator: "\n").count == 1)
        #expect(!result.output.contains("\u{1B}"))
    }

    // MARK: - JSON

    @Test func jsonHasTheVerdictAndTheVerifiedPayload() throws {
        let payload = """
            {"transactionId": "7", "productId": "a/\u{e9}\\"b",\n"bundleId": "\(orchard)",\r\n\t"environment": "Sandbox"}
            """
        let input = "\(try sign(payload))\n\(try transaction(bundleID: "x"))\nno JWS"
        let result = try verify(["-", "--json"], input: input)
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n")
        try #require(lines.count == 3)
        let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
        #expect(objects[0]["file"] as? String == "-:1")
        #expect(objects[0]["verdict"] as? String == "VALID")
        #expect(objects[0]["reason"] as? String == "transaction 7 of a/\u{e9}\"b")
        let verified = try #require(objects[0]["payload"] as? [String: Any])
        #expect(verified["productId"] as? String == "a/\u{e9}\"b")
        #expect(verified.count == 4)
        #expect(objects[1]["verdict"] as? String == "INVALID_APP_IDENTIFIER")
        #expect(objects[1]["field"] as? String == "bundleId")
        #expect(objects[1]["payload"] == nil)
        #expect(objects[2]["verdict"] as? String == "INVALID_FORMAT")
        #expect(objects[2]["payload"] == nil)
    }

    // MARK: - Roots and dates

    @Test func applesRootIsTrustedWithoutAnother() throws {
        let arguments = ["--kind", "transaction", "--environment", "Sandbox", "--bundle-id", orchard, "-"]
        let result = try BuiltTool.run(["verify"] + arguments, input: transaction().utf8)
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("INVALID_CHAIN "))
        #expect(result.output.contains("[root certificate]"))
    }

    @Test func rootsMayBeInEitherSpellingAndManyInOneFile() throws {
        let other = try SigningChain(startingAt: Date())
        let der = directory.path("root.der")
        try chain.root.der.write(to: URL(fileURLWithPath: der))
        let otherPEM = try directory.write(other.root.pem, to: "other.pem")
        let both = try directory.write(other.root.pem + chain.root.pem, to: "both.pem")
        for (roots, status) in [([der], 0), ([otherPEM, der], 0), ([both], 0), ([otherPEM], 1)] {
            let result = try BuiltTool.run(
                ["verify", "--kind=transaction", "--environment=Sandbox", "--bundle-id", orchard]
                    + roots.flatMap { ["--root", $0] } + ["-"], input: transaction().utf8)
            #expect(result.status == Int32(status), "\(roots)")
        }
    }

    @Test func productionAsksForTheAppAppleID() throws {
        let jws = try sign(
            #"{"receiptType":"Production","bundleId":"\#(orchard)","appAppleId":5,"receiptCreationDate":1795000000000}"#
        )
        func result(_ number: String) throws -> BuiltTool.Result {
            try BuiltTool.run(
                [
                    "verify", "--kind=app-transaction", "--environment=Production", "--bundle-id", orchard, "--root",
                    root,
                    "--app-apple-id", number, "-",
                ], input: jws.utf8)
        }
        #expect(try result("5").status == 0)
        #expect(try result("6").output.hasPrefix("INVALID_APP_IDENTIFIER "))
    }

    @Test func theDayOfJudgementCanBeChosen() throws {
        // A chain of this test is valid for a hundred years from the day before it starts.
        let jws = try transaction()
        #expect(try verify(["--at", "2026-11-19", "-"], input: jws).status == 0)
        #expect(try verify(["--at", "2026-11-19T00:00:00+01:00", "-"], input: jws).status == 0)
        let before = try verify(["--at=2026-11-01", "--json", "-"], input: jws)
        #expect(before.status == 1)
        #expect(before.output.contains(#""isForDatesAlone":true"#))
        #expect(try verify(["--at=2200-01-01", "-"], input: jws).status == 0)
        #expect(try verify(["--at=2200-01-01", "--fresh", "-"], input: jws).status == 1)
        #expect(try verify(["--at=2026-11-19", "--fresh", "-"], input: jws).status == 0)
    }

    @Test(arguments: ["Xcode", "LocalTesting"])
    func testingDataIsVerifiedWithTheOneRootThatIsNamed(environment: String) throws {
        let arguments = ["verify", "--kind=transaction", "--environment", environment, "--bundle-id", orchard]
        let jws = try sign(
            #"{"transactionId":"7","productId":"p","bundleId":"\#(orchard)","environment":"\#(environment)"}"#)
        #expect(try BuiltTool.run(arguments + ["--root", root, "-"], input: jws.utf8).status == 0)
        let other = try directory.write(SigningChain(startingAt: Date()).root.pem, to: "other.pem")
        #expect(try BuiltTool.run(arguments + ["--root", other, "-"], input: jws.utf8).status == 1)
        for (more, named) in [
            ([], "--root"), (["--root", root, "--root", other], "--root"), (["--root", root, "--fresh"], "--fresh"),
            (["--root", root, "--at", "2026-01-01"], "--at"),
        ] {
            let misuse = try BuiltTool.run(arguments + more + ["-"], input: jws.utf8)
            #expect(misuse.status == 2)
            #expect(misuse.errors.contains(named))
        }
    }

    // MARK: - Misuse

    @Test func aFileThatCannotBeReadEndsWithTwoAndTheOthersAreVerified() throws {
        let file = try directory.write(transaction(), to: "a")
        let result = try verify([directory.path("none"), file])
        #expect(result.status == 2)
        #expect(result.errors == "stk verify: cannot read \(directory.path("none")): No such file or directory\n")
        #expect(result.output.hasPrefix("VALID "))
    }

    static let good = ["--kind", "transaction", "--environment", "Sandbox", "--bundle-id", "b"]

    static let misuses: [(arguments: [String], named: String)] = [
        (["--environment", "Sandbox", "--bundle-id", "b", "-"], "--kind is missing"),
        (["--kind", "receipt", "--environment", "Sandbox", "--bundle-id", "b", "-"], "--kind is “receipt”"),
        (["--kind", "transaction", "--bundle-id", "b", "-"], "--environment is missing"),
        (["--kind", "transaction", "--environment", "sandbox", "--bundle-id", "b", "-"], "--environment is “sandbox”"),
        (["--kind", "transaction", "--environment", "Sandbox", "-"], "--bundle-id is missing"),
        (["--kind=transaction", "--environment=Production", "--bundle-id=b", "-"], "--app-apple-id is missing"),
        (good + ["--app-apple-id", "x", "-"], "--app-apple-id is “x”"),
        (good + ["--app-apple-id", "0", "-"], "--app-apple-id is “0”"),
        (good + ["--at", "tomorrow", "-"], "--at is “tomorrow”"),
        (good + ["--at", "2026-13-01", "-"], "--at is “2026-13-01”"),
        (good + ["--at", "2026-02-30", "-"], "--at is “2026-02-30”"),
        (good + ["--at", "2026-02-30T00:00:00Z", "-"], "--at is “2026-02-30T00:00:00Z”"),
        (good + ["--at", "2026-1-3", "-"], "--at is “2026-1-3”"),
        (good + ["--at", "2026-11-30garbage", "-"], "--at is “2026-11-30garbage”"),
        (good + ["--at", "2026-11-305", "-"], "--at is “2026-11-305”"),
        (good + ["--at", "2026-11-30T23:59", "-"], "--at is “2026-11-30T23:59”"),
        (good + ["--at", "2026-11-30T12:00:00", "-"], "--at is “2026-11-30T12:00:00”"),
        (good + ["--at", "2026-11-30T12:00:00Zgarbage", "-"], "--at is “2026-11-30T12:00:00Zgarbage”"),
        (good + ["--at", "2026-11-30T12:00:00Z ", "-"], "--at is “2026-11-30T12:00:00Z ”"),
        (good + ["--root", "/nowhere", "-"], "--root: cannot read /nowhere: No such file"),
        (good + ["--kind", "renewal", "-"], "--kind is given twice"),
        (good + ["--speed", "-"], "--speed"),
        (good, "FILE is missing"),
        (good + ["-", "-"], "- is given twice"),
    ]

    @Test(arguments: misuses)
    func misuseNamesTheArgument(arguments: [String], named: String) throws {
        let result = try BuiltTool.run(["verify"] + arguments)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(named), "\(result.errors)")
        #expect(result.errors.contains("usage: stk verify"))
    }

    @Test func aRootFileWithSomethingElseIsRefusedByName() throws {
        let key = try directory.write(SigningKey.generate().pem, to: "key.p8")
        let open = try directory.write("-----BEGIN CERTIFICATE-----\nAAAA\n", to: "open.pem")
        let empty = try directory.write("", to: "empty.der")
        for (file, named) in [
            (key, "\(key) holds “PRIVATE KEY”"), (open, "\(open) is no PEM file"), (empty, "certificate 1"),
        ] {
            let result = try BuiltTool.run(["verify"] + Self.good + ["--root", file, "-"])
            #expect(result.status == 2)
            #expect(result.errors.contains("--root: "))
            #expect(result.errors.contains(named))
        }
    }

    // MARK: - Streams

    @Test func aLongStreamIsVerifiedInConstantMemory() throws {
        let count = ProcessInfo.processInfo.environment["SOAK"] == nil ? 2_000 : 100_000
        let line = Data("\(try transaction())\n".utf8)
        let process = Process()
        process.executableURL = try BuiltTool.location()
        process.arguments = [
            "verify", "--kind=transaction", "--environment=Sandbox", "--bundle-id", orchard, "--root", root, "-",
        ]
        let input = Pipe()
        let output = directory.path("output")
        try Data().write(to: URL(fileURLWithPath: output))
        process.standardInput = input
        process.standardOutput = FileHandle(forWritingAtPath: output)
        try process.run()
        // A pipe holds little, so what has been written has almost all been read.
        for _ in 0..<count / 10 { try input.fileHandleForWriting.write(contentsOf: line) }
        let early = try peakMemory(of: process)
        for _ in count / 10..<count { try input.fileHandleForWriting.write(contentsOf: line) }
        let late = try peakMemory(of: process)
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").count == count)
        #expect(late - early < 3 << 20, "grew from \(early) to \(late) bytes over \(count * line.count) bytes of input")
    }

    private func peakMemory(of process: Process) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.split(separator: " ").dropFirst().first ?? "")) * 1024
    }
}
