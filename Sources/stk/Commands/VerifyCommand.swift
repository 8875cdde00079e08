import Foundation

extension Command {
    static let verify = Command(
        name: "verify",
        summary: "whether the App Store signed something, and why not",
        usage: """
            stk verify --kind KIND --environment ENVIRONMENT --bundle-id ID [--app-apple-id N] [--root FILE]… \
            [--fresh] [--at DATE] [--json] FILE…|-
            """,
        discussion: """
            Prints a line for each JWS: the verdict, and then what was signed or why it is refused.

              --kind KIND                transaction, renewal, app-transaction or notification
              --environment ENVIRONMENT  Production, Sandbox, Xcode or LocalTesting
              --bundle-id ID             the app that it must be for
              --app-apple-id N           the app's number in the App Store; needed for Production
              --root FILE                a trusted root certificate, DER or PEM; without it, Apple Root CA - G3. For Xcode
                                         and LocalTesting, the one certificate or root that the test signs with
              --fresh                    it has just arrived: the signing certificate must be valid today, or have expired
                                         no longer than 60 days ago. Without it the date of signing is what counts
              --at DATE                  judge as on that day, such as 2026-11-30 or 2026-11-30T12:00:00Z
              --json                     print a JSON object in each line: file, verdict, reason and, where valid, payload
              FILE                       holds one JWS
              -                          reads standard input, one JWS in each line, as many as there are

            Exit status: 0 when all are valid, 1 when any is refused, 2 when an argument is wrong, a
            file cannot be read, or the output cannot be written.
            """
    ) { arguments in
        var arguments = arguments
        let options = try VerifyOptions(&arguments)
        var texts = try SignedTexts(named: try arguments.operands())
        var output = BufferedOutput(to: .standardOutput)
        var status = ExitStatus.success
        while true {
            let text: SignedTexts.Text
            do throws(CommandFailure) {
                guard let next = try texts.next(willWait: { output.flush() }) else { break }
                text = next
            } catch {
                output.flush()
                Terminal.complain("stk verify: \(error.message)\n")
                status = max(status, error.status)
                continue
            }
            let report = VerificationReport(of: text, verdict: options.verifier.verify(text))
            if !report.isValid { status = max(status, ExitStatus.failure) }
            try output.write(options.asJSON ? report.json : report.line)
        }
        try output.finish()
        return status
    }
}
