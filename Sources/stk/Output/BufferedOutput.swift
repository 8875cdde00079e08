/// Gathers what is written, so that a long stream costs few calls.
struct BufferedOutput {
    private let terminal: Terminal
    private var pending = ""

    init(to terminal: Terminal) {
        self.terminal = terminal
    }

    mutating func write(_ text: String) {
        pending += text
        if pending.utf8.count >= 64 * 1024 { flush() }
    }

    mutating func flush() {
        guard !pending.isEmpty else { return }
        terminal.write(pending)
        pending = ""
    }
}
