import Foundation
import Testing

@Suite struct DemoTests {
    let directory: TemporaryDirectory
    /// Where a demo keeps its files.
    let folder: URL

    init() throws {
        directory = try TemporaryDirectory()
        folder = directory.url.appending(path: "demo")
    }

    func file(_ json: String) throws -> URL {
        URL(fileURLWithPath: try directory.write(json, to: "Test.storekit"))
    }

    static let oneSubscription = """
        {
          "settings" : { "_timeRate" : 1003, "_askToBuyEnabled" : true },
          "subscriptionGroups" : [ {
            "id" : "G",
            "subscriptions" : [ {
              "displayPrice" : "1.99", "groupNumber" : 1, "productID" : "com.example.weekly",
              "recurringSubscriptionPeriod" : "P1W", "referenceName" : "Weekly", "type" : "RecurringSubscription"
            } ]
          } ],
          "version" : { "major" : 3, "minor" : 0 }
        }
        """

    /// Runs the demo and looks at its end.
    @discardableResult
    func demo(_ words: [String] = [], environment: [String: String] = [:]) throws -> [Substring] {
        let result = try BuiltTool.run(["demo"] + words, environment: environment)
        #expect(result.status == 0, "\(result.errors)\(result.output)")
        let lines = result.output.split(separator: "\n")
        #expect(counts(lines, "lost") == [0])
        #expect(counts(lines, "repeated") == [0])
        let transactions = counts(lines, "transactions")
        #expect(transactions.count == 2 && transactions[0] == transactions[1])
        #expect(counts(lines, "finished") == [transactions[1]])
        #expect(!result.output.contains("has not caught up"))
        #expect(!result.output.contains("failure"))
        return lines
    }

    /// The numbers in the line of the final table that begins with a word.
    func counts(_ lines: [Substring], _ word: String) -> [Int] {
        let line = lines.last { $0.hasPrefix(word) } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }
    }

    @Test func theOwnExampleShowsEveryPartOfAPurchasesLife() throws {
        let output = try demo().joined(separator: "\n")
        for line in [
            "2027-01-01 09:00:00  app       is launched",
            "app       buys 3 × Song Request",
            "store     sells 3 × Song Request for 2.97 USD: transaction 0",
            "handler   writes the purchase of Song Request, transaction 0; the balance is 3",
            "device    finishes transaction 0",
            "app       spends 1 of Song Request; the balance is 2",
            "app       is told that the purchase waits",
            "2027-01-01 12:30:00  store     sells Song Request for 0.99 USD: transaction 3",
            "store     sells Listener Monthly as a free trial for 0 USD, until 2027-01-08 13:30:00: transaction 4",
            "2027-02-08 13:30:00  store     renews Listener Monthly for 4.99 USD, until 2027-03-08 13:30:00: transaction 6",
            "2027-02-09 13:30:00  handler   writes the purchase of Listener Monthly, transaction 6",
            "handler   writes the upgrade of Listener Monthly, transaction 6",
            "handler   writes the refund of Song Request, transaction 0; the balance is 0",
            "store     cannot bill Studio Monthly, and gives it a grace period until 2027-03-25 13:30:00",
            "2027-03-25 13:30:00  customer  owns Festival Season",
            "store     has been paid for Studio Monthly again",
            "2027-04-27 13:30:00  store     ends Studio Monthly",
            "2027-04-27 13:30:00  customer  owns Festival Season",
        ] {
            #expect(output.contains(line), "\(line)")
        }
    }

    @Test func theOwnExampleTellsTheSameEachTime() throws {
        // Two transactions that arrive at one moment may be handled in either order.
        #expect(try demo().sorted() == demo().sorted())
    }

    @Test func theSpeedDoesNotChangeWhatHappens() throws {
        #expect(try demo(["--speed", "1000000000"]).sorted() == demo().sorted())
    }

    @Test func aLongWaitShowsItsProgressOnATerminalAndNowhereElse() throws {
        let file = try file(Self.oneSubscription)
        // A week of the store's time goes by in a few milliseconds.
        let words = ["demo", "--configuration", file.path, "--speed", "100000000"]
        let seen = try PseudoTerminal.run(words)
        #expect(seen.status == 0)
        #expect(seen.output.contains("\r\u{1B}[K2027-01-01 "))
        #expect(seen.output.contains(" days to go\r\u{1B}[K"), "the line is taken away again")
        let unseen = try BuiltTool.run(words)
        #expect(unseen.status == 0)
        #expect(!unseen.output.contains("to go"))
        #expect(!unseen.output.contains("\u{1B}"))
    }

    @Test func whatAFileLacksIsSaidAndLeftOut() throws {
        let file = try file(Self.oneSubscription)
        let output = try demo(["--configuration", file.path]).joined(separator: "\n")
        for lack in ["consumable", "non-consumable", "non-renewing subscription", "higher level to upgrade to"] {
            #expect(output.contains("The file has no \(lack), so that part is left out."), "\(lack)")
        }
        #expect(output.contains("There is no non-renewing subscription: left out."))
        #expect(output.contains("owns Weekly"))
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: SharedData.storeKitFiles.path)),
        arguments: SharedData.publicFiles)
    func everyPublicFileRunsToItsEnd(file: String) throws {
        try demo(["--configuration", SharedData.storeKitFiles.appending(path: file).path])
    }

    @Test func aFileThatCannotBeUsedIsRefusedWithFileKeyPathAndValue() throws {
        let file = try file(
            #"{"products":[{"productID":"a","type":"Consumable","displayPrice":"-1"}],"version":{"major":4,"minor":0}}"#
        )
        let result = try BuiltTool.run(["demo", "--configuration", file.path])
        #expect(result.status == 2)
        #expect(result.errors.contains("\(file.path): products[0].displayPrice = "))
        #expect(result.errors.contains("-1"))

        let missing = try BuiltTool.run([
            "demo", "--configuration", directory.url.appending(path: "None.storekit").path,
        ])
        #expect(missing.status == 2)
        #expect(missing.errors.contains("None.storekit"))
    }

    // MARK: Crashes

    @Test(arguments: [("before-handler", 0), ("after-handler", 1), ("after-finish", 0)])
    func aKilledDemoGoesOnAndTheLedgerHoldsTheTransactionOnce(point: String, comesAgain: Int) throws {
        let killed = try BuiltTool.run(
            ["demo", "--data", folder.path], environment: ["STK_DEMO_KILL_AT": point])
        #expect(killed.endedBySignal)
        #expect(killed.status == SIGKILL)
        #expect(killed.output.contains("sells 3 × Song Request"))
        #expect(killed.output.contains("finishes transaction 0") == (point == "after-finish"))

        let lines = try demo(["--data", folder.path])
        let output = lines.joined(separator: "\n")
        #expect(output.contains("has transaction 0 already, and writes nothing") == (point == "after-handler"))
        let launch = lines.prefix { !$0.hasPrefix("A non-consumable") }.joined(separator: "\n")
        #expect(launch.contains("device    finishes transaction 0") == (point != "after-finish"))
        #expect(counts(lines, "came again") == (comesAgain == 0 ? [] : [comesAgain]))
        #expect(counts(lines, "transactions") == [9, 9])
    }

    @Test func aDemoThatHasEndedSaysSo() throws {
        try demo(["--data", folder.path])
        let output = try demo(["--data", folder.path]).joined(separator: "\n")
        #expect(output.contains("has run to its end"))
    }

    @Test func aFolderOfAnotherDemoIsRefused() throws {
        try demo(["--data", folder.path])
        let file = try file(Self.oneSubscription)
        let result = try BuiltTool.run(["demo", "--data", folder.path, "--configuration", file.path])
        #expect(result.status == 2)
        #expect(result.errors.contains(folder.path))
    }

    @Test func aFolderThatCannotBeUsedIsNamed() throws {
        let file = try file("")
        let result = try BuiltTool.run(["demo", "--data", file.path])
        #expect(result.status == 2)
        #expect(result.errors.contains(file.path))

        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("nonsense".utf8).write(to: folder.appending(path: "store.json"))
        let unreadable = try BuiltTool.run(["demo", "--data", folder.path])
        #expect(unreadable.status == 2)
        #expect(unreadable.errors.contains("store.json"))
    }

    @Test func anUnknownPlaceToBeKilledIsRefused() throws {
        let result = try BuiltTool.run(["demo"], environment: ["STK_DEMO_KILL_AT": "somewhere"])
        #expect(result.status == 2)
        #expect(result.errors.contains("“somewhere”"))
        #expect(result.errors.contains("after-handler"))
    }
}

enum SharedData {
    static let storeKitFiles = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/data/storekit-files")

    static let publicFiles = ((try? FileManager.default.contentsOfDirectory(atPath: storeKitFiles.path)) ?? [])
        .filter { $0.hasSuffix(".storekit") }.sorted()
}
