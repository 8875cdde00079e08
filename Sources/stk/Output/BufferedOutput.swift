/// Gathers what is written, so that a long stream costs few calls.
struct BufferedOutput {
    private let terminal: Terminal
    private var pending = ""
    /// Why nothing more can be written; what was gathered since is lost.
    private(set) var failure: CommandFailure?

    init(to terminal: Terminal) {
        self.terminal = terminal
    }

    /// - Throws: ``failure``, which an earlier flush may have met.
    mutating func write(_ text: String) throws(CommandFailure) {
        pending += text
        if pending.utf8.count >= 64 * 1024 { flush() }
        if let failure { throw failure }
    }

    mutating func flush() {
        guard !pending.isEmpty else { return }
        do throws(CommandFailure) {
            try terminal.write(pending)
        } catch {
            failure = error
        }
        pending = ""
    }

    /// Writes what is left.
    mutating func finish() throws(CommandFailure) {
        flush()
        if let failure { throw failure }
    }
}
