import Foundation

/// `stk`: one file in this folder for each command.
enum CommandLineTool {
    static let commands = [Command.demo, .decode, .keys, .verify]

    /// Runs the command that the arguments name.
    ///
    /// - Returns: The exit status: 0, 1 when a command ran and has something bad to say, 2 when it was asked wrongly.
    nonisolated static func run(_ words: [String]) async -> Int32 {
        guard let name = words.first else {
            Terminal.complain(overview)
            return ExitStatus.misuse
        }
        let command = commands.first { $0.name == name }
        do {
            if ["help", "--help", "-h"].contains(name) {
                return try help(about: Array(words.dropFirst()))
            }
            guard let command else {
                Terminal.complain("stk: there is no command “\(name)”\n\n\(overview)")
                return ExitStatus.misuse
            }
            if words.dropFirst().contains(where: { $0 == "--help" || $0 == "-h" }) {
                return try help(about: [name])
            }
            return try await command.run(Arguments(words.dropFirst()))
        } catch let misuse as Misuse {
            Terminal.complain("stk \(name): \(misuse.description)\n\nusage: \(command?.usage ?? "stk help")\n")
            return ExitStatus.misuse
        } catch let failure as CommandFailure {
            Terminal.complain("stk \(name): \(failure.message)\n")
            return failure.status
        } catch {
            Terminal.complain("stk \(name): \(error)\n")
            return ExitStatus.failure
        }
    }

    private static func help(about names: [String]) throws(CommandFailure) -> Int32 {
        guard let name = names.first else {
            try Terminal.standardOutput.write(overview)
            return ExitStatus.success
        }
        guard names.count == 1, let command = commands.first(where: { $0.name == name }) else {
            Terminal.complain(
                "stk help: there is no command “\(names.joined(separator: " "))”\n\n\(overview)")
            return ExitStatus.misuse
        }
        try Terminal.standardOutput.write("usage: \(command.usage)\n\n\(command.discussion)\n")
        return ExitStatus.success
    }

    private static var overview: String {
        let width = commands.map(\.name.count).max() ?? 0
        let lines = commands.map { command in
            "  \(command.name.padding(toLength: width, withPad: " ", startingAt: 0))  \(command.summary)\n"
        }
        return "usage: stk COMMAND [ARGUMENTS]\n\n\(lines.joined())\nstk help COMMAND tells more about one of them.\n"
    }
}
