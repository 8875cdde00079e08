import Foundation
import Testing

@Suite struct CommandLineToolTests {
    @Test func helpListsTheCommands() throws {
        for words in [["help"], ["--help"], ["-h"]] {
            let result = try BuiltTool.run(words)
            #expect(result.status == 0)
            #expect(result.output.contains("demo"))
        }
    }

    @Test func helpOfACommandShowsItsArguments() throws {
        let result = try BuiltTool.run(["help", "demo"])
        #expect(result.status == 0)
        #expect(result.output.contains("--configuration FILE"))
        #expect(try BuiltTool.run(["demo", "--help"]).output == result.output)
    }

    @Test(arguments: [["help"], ["help", "demo"], ["demo"], ["decode", "-"], verify])
    func anOutputThatTakesNoMoreIsSaidAndEndsWithTwo(words: [String]) throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let input = DecodeCommandTests.unsigned("{}")
        let result = try BuiltTool.run(words, input: input.utf8, output: full)
        #expect(result.status == 2)
        #expect(result.errors == "stk \(words[0]): cannot write the output: No space left on device\n")
    }

    static let verify = ["verify", "--kind=transaction", "--environment=Sandbox", "--bundle-id=a", "-"]

    @Test(arguments: [
        ([], "usage: stk"),
        (["what"], "“what”"),
        (["help", "what"], "“what”"),
        (["demo", "--what"], "--what"),
        (["demo", "what"], "“what”"),
        (["demo", "--", "--what"], "“--what”"),
        (["demo", "--speed"], "--speed needs a value"),
        (["demo", "--speed", "--data", "x"], "--speed needs a value"),
        (["demo", "--speed", "fast"], "“fast”"),
        (["demo", "--speed=0"], "“0”"),
        (["demo", "--speed", "nan"], "“nan”"),
        (["demo", "--data="], "--data has an empty value"),
        (["demo", "--data", "a", "--data=b"], "--data is given twice"),
    ])
    func aWrongArgumentIsNamedAndEndsWithTwo(words: [String], named: String) throws {
        let result = try BuiltTool.run(words)
        #expect(result.status == 2)
        #expect(!result.endedBySignal)
        #expect(result.errors.contains(named))
        #expect(result.errors.contains("usage: stk"))
        #expect(result.output.isEmpty)
    }
}
