import AppStoreData
import Foundation

extension Command {
    static let decode = Command(
        name: "decode",
        summary: "what signed data says, without asking who signed it",
        usage: "stk decode FILE…|-",
        discussion: """
            Prints the payload of each JWS, and of those inside a notification. Nothing is verified: whoever made the text
            decides what it says. Use “stk verify” to know whether the App Store signed it.

              FILE  holds one JWS
              -     reads standard input, one JWS in each line

            Exit status: 0 when everything could be read, 1 when something is no JWS, its payload no JSON or longer than a
            mebibyte, 2 when an argument is wrong, a file cannot be read, or the output cannot be written.
            """
    ) { arguments in
        var arguments = arguments
        var texts = try SignedTexts(named: try arguments.operands())
        var status = ExitStatus.success
        while true {
            let text: SignedTexts.Text
            do throws(CommandFailure) {
                guard let next = try texts.next() else { return status }
                text = next
            } catch {
                Terminal.complain("stk decode: \(error.message)\n")
                status = max(status, error.status)
                continue
            }
            let description: String
            do {
                description = try describe(text)
            } catch {
                Terminal.complain("stk decode: \(text.name): \(Printable("\(error)").text)\n")
                status = max(status, ExitStatus.failure)
                continue
            }
            try Terminal.standardOutput.write(description)
        }
    }

    private static func describe(_ text: SignedTexts.Text) throws -> String {
        guard !text.isCut else { throw UnreadableText(description: "it has more than \(SignedTexts.longest) bytes") }
        let jws = String(decoding: text.bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return try describe(UnverifiedJWS(jws), from: text.name)
    }

    /// What a JWS says, and what the JWS inside it say.
    private static func describe(_ jws: UnverifiedJWS, from name: String) throws(UnreadableText) -> String {
        guard (try? JSONSerialization.jsonObject(with: jws.payload)) is [String: Any] else {
            throw UnreadableText(description: "the payload of the JWS is not a JSON object")
        }
        var text = "NOT VERIFIED: what \(name) says of itself\n\(ReadableJSON(jws.payload).text)\n"
        let notification = try? JSONDecoder().decode(NotificationPayload.self, from: jws.payload)
        for (member, inner) in [
            ("data.signedTransactionInfo", notification?.data?.signedTransactionInfo),
            ("data.signedRenewalInfo", notification?.data?.signedRenewalInfo),
            ("appData.signedAppTransactionInfo", notification?.appData?.signedAppTransactionInfo),
        ] {
            guard let inner else { continue }
            let place = "\(name), \(member)"
            do {
                text += try describe(UnverifiedJWS(inner), from: place)
            } catch {
                text += "\(place) cannot be read: \(Printable("\(error)").text)\n"
            }
        }
        return text
    }
}

private struct UnreadableText: Error, CustomStringConvertible {
    var description: String
}
