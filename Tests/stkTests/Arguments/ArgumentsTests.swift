import Testing

@testable import stk

@Suite struct ArgumentsTests {
    @Test func optionsAreTakenInEitherSpellingAndTheRestAreOperands() throws {
        var arguments = Arguments(["a", "--root", "x", "--json", "--root=y", "-", "--", "--root", "--json"])
        #expect(try arguments.flag("--json"))
        #expect(try arguments.values("--root") == ["x", "y"])
        #expect(try arguments.value("--kind") == nil)
        #expect(try arguments.operands() == ["a", "-", "--root", "--json"])
        try arguments.finish()
    }

    @Test func aValueMayLookLikeAnOptionOnlyBehindAnEqualsSign() throws {
        var arguments = Arguments(["--id=--x"])
        #expect(try arguments.value("--id") == "--x")
        var other = Arguments(["--id", "--x"])
        #expect(throws: Misuse.self) { try other.value("--id") }
    }

    @Test func anOptionThatBeginsAlikeIsNotTaken() throws {
        var arguments = Arguments(["--roots", "x"])
        #expect(try arguments.values("--root") == [])
        #expect(throws: Misuse.self) { try arguments.operands() }
    }
}
