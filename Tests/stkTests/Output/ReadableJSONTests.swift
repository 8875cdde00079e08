import Testing

@testable import stk

@Suite struct ReadableJSONTests {
    private func laidOut(_ json: String) -> String {
        ReadableJSON(json.utf8).text
    }

    @Test func membersKeepTheirOrderAndSpelling() {
        #expect(
            laidOut(#"{"b":1.0,"a":[true,null,{}],"c":[ ],"b":"x\"}\u0041"}"#)
                == #"""
                {
                  "b": 1.0,
                  "a": [
                    true,
                    null,
                    {}
                  ],
                  "c": [],
                  "b": "x\"}\u0041"
                }
                """#)
    }

    @Test func datesAreAlsoGivenInWords() {
        #expect(
            laidOut(#"{"signedDate":1795000000000,"revocationDate" : 1795000000123 ,"price":1795000000000}"#)
                == """
                {
                  "signedDate": 1795000000000 (2026-11-18T11:06:40Z),
                  "revocationDate": 1795000000123 (2026-11-18T11:06:40.123Z),
                  "price": 1795000000000
                }
                """)
        #expect(laidOut(#"{"aDate":9223372036854775807}"#) == "{\n  \"aDate\": 9223372036854775807\n}")
    }

    @Test func aLongTextIsShortened() {
        let long = String(repeating: "x", count: 5000)
        #expect(laidOut(#"{"a":"\#(long)"}"#) == "{\n  \"a\": \"\(long.prefix(19))…\" (5000 characters)\n}")
    }

    @Test func controlCharactersAreSpelledOut() {
        #expect(laidOut("{\"a\":\"\u{1B}[2J\u{9B}\u{202E}é\"}") == "{\n  \"a\": \"\\u{1b}[2J\\u{9b}\\u{202e}é\"\n}")
    }

    @Test(arguments: ["", "}", "]]", "{", "[[[", "\"", "\"\\", "{\"a\"", ":,:", "\u{FEFF}{\u{301}}", "{\r\n}", "[1,]"])
    func textThatIsNoJSONIsLaidOutSomehow(json: String) {
        _ = laidOut(json)
    }
}
