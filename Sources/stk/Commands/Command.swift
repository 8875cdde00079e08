/// One command of `stk`.
struct Command: Sendable {
    var name: String
    /// What it does, in a few words without a full stop.
    var summary: String
    /// The line that shows all its arguments.
    var usage: String
    /// What `stk help` says below that line.
    var discussion: String
    /// Does the work and returns the exit status. It takes its arguments first and refuses what is left of them.
    var run: @Sendable (Arguments) async throws -> Int32
}

enum ExitStatus {
    static let success: Int32 = 0
    /// The command ran and has something bad to say.
    static let failure: Int32 = 1
    /// The command was asked wrongly, or for something that cannot be read.
    static let misuse: Int32 = 2
}

/// Why a command stopped, in words for whoever typed it.
struct CommandFailure: Error {
    var message: String
    var status: Int32
}
