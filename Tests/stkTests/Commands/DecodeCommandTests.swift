import AppStoreData
import Foundation
import Testing

@Suite struct DecodeCommandTests {
    /// A JWS with this payload and a signature of zeros.
    static func unsigned(_ payload: String) -> String {
        let segments = [Array(#"{"alg":"ES256"}"#.utf8), Array(payload.utf8), [UInt8](repeating: 0, count: 64)]
        return segments.map { Base64.url.string($0) }.joined(separator: ".")
    }

    @Test func aPayloadIsPrintedAndMarkedAsNotVerified() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write(Self.unsigned(#"{"transactionId":"1","signedDate":0}"#) + "\n", to: "a.jws")
        let result = try BuiltTool.run(["decode", file])
        #expect(result.status == 0)
        #expect(
            result.output == """
                NOT VERIFIED: what \(file) says of itself
                {
                  "transactionId": "1",
                  "signedDate": 0 (1970-01-01T00:00:00Z)
                }

                """)
        #expect(result.errors.isEmpty)
    }

    @Test func whatIsInsideANotificationIsPrintedTooAndMarkedToo() throws {
        let transaction = Self.unsigned(#"{"transactionId":"7"}"#)
        let notification = Self.unsigned(
            #"{"data":{"signedTransactionInfo":"\#(transaction)","signedRenewalInfo":"no JWS"}}"#)
        let result = try BuiltTool.run(["decode", "-"], input: Array(notification.utf8))
        #expect(result.status == 0)
        #expect(
            result.output.contains(
                """
                NOT VERIFIED: what -:1, data.signedTransactionInfo says of itself
                {
                  "transactionId": "7"
                }
                -:1, data.signedRenewalInfo cannot be read: 
                """))
    }

    @Test func anAppTransactionInsideANotificationIsPrintedToo() throws {
        let notification = Self.unsigned(
            #"{"appData":{"signedAppTransactionInfo":"\#(Self.unsigned(#"{"appTransactionId":"70"}"#))"}}"#)
        let result = try BuiltTool.run(["decode", "-"], input: Array(notification.utf8))
        #expect(result.status == 0)
        #expect(
            result.output.hasSuffix(
                """
                NOT VERIFIED: what -:1, appData.signedAppTransactionInfo says of itself
                {
                  "appTransactionId": "70"
                }

                """))
    }

    @Test func aTextThatIsTooLongIsRefusedAndNotCut() throws {
        let directory = try TemporaryDirectory()
        // White space at the end is no part of a JWS, so that its beginning would be read.
        let text = Self.unsigned("{}") + String(repeating: " ", count: 1 << 20)
        let file = try directory.write(text, to: "a.jws")
        let result = try BuiltTool.run(["decode", file])
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors == "stk decode: \(file): it has more than 1048576 bytes\n")
    }

    @Test func eachLineOfStandardInputIsReadByItself() throws {
        let lines = [Self.unsigned("{}"), "no JWS", Self.unsigned("[]"), Self.unsigned(#"{"a":1}"#)]
        let result = try BuiltTool.run(["decode", "-"], input: Array(lines.joined(separator: "\n").utf8))
        #expect(result.status == 1)
        #expect(result.output.contains("NOT VERIFIED: what -:1 says of itself\n{}\n"))
        #expect(result.output.contains("NOT VERIFIED: what -:4 says of itself"))
        #expect(result.errors.contains("stk decode: -:2: not a compact JWS"))
        #expect(result.errors.contains("stk decode: -:3: the payload of the JWS is not a JSON object"))
    }

    @Test func aFileThatCannotBeReadIsNamedAndTheOthersAreStillRead() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write(Self.unsigned("{}"), to: "a.jws")
        let result = try BuiltTool.run(["decode", directory.path("none"), directory.url.path, file])
        #expect(result.status == 2)
        #expect(result.errors.contains("cannot read \(directory.path("none")): No such file or directory"))
        #expect(result.errors.contains("cannot read \(directory.url.path): Is a directory"))
        #expect(result.output.contains("what \(file) says of itself"))
    }

    @Test(arguments: [([], "FILE is missing"), (["-", "-"], "- is given twice"), (["--json", "a"], "--json")])
    func misuseNamesTheArgument(arguments: [String], named: String) throws {
        let result = try BuiltTool.run(["decode"] + arguments)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(named))
        #expect(result.errors.contains("usage: stk decode"))
    }
}
