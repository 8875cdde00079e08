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

            Exit status: 0 when everything could be read, 1 when something is no JWS or its payload no JSON, 2 when an
            argument is wrong or a file cannot be read.
            """
    ) { arguments in
        var arguments = arguments
        var texts = try SignedTexts(named: try arguments.operands())
        var status = ExitStatus.success
        while true {
            do throws(CommandFailure) {
                guard let text = try texts.next() else { return status }
                do {
                    let jws = try UnverifiedJWS(
                        String(decoding: text.bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
                    Terminal.standardOutput.write(try describe(jws, from: text.name))
                } catch {
                    Terminal.standardError.write("stk decode: \(text.name): \(Printable("\(error)").text)\n")
                    status = max(status, ExitStatus.failure)
                }
            } catch {
                Terminal.standardError.write("stk decode: \(error.message)\n")
                status = max(status, error.status)
            }
        }
    }

    /// What a JWS says, and what the JWS inside it say.
    private static func describe(_ jws: UnverifiedJWS, from name: String) throws(UnreadablePayload) -> String {
        guard (try? JSONSerialization.jsonObject(with: jws.payload)) is [String: Any] else { throw UnreadablePayload() }
        var text = "NOT VERIFIED: what \(name) says of itself\n\(ReadableJSON(jws.payload).text)\n"
        let data = (try? JSONDecoder().decode(NotificationPayload.self, from: jws.payload))?.data
        for (member, inner) in [
            ("signedTransactionInfo", data?.signedTransactionInfo), ("signedRenewalInfo", data?.signedRenewalInfo),
        ] {
            guard let inner else { continue }
            let place = "\(name), data.\(member)"
            do {
                text += try describe(UnverifiedJWS(inner), from: place)
            } catch {
                text += "\(place) cannot be read: \(Printable("\(error)").text)\n"
            }
        }
        return text
    }
}

private struct UnreadablePayload: Error, CustomStringConvertible {
    var description: String { "the payload of the JWS is not a JSON object" }
}
