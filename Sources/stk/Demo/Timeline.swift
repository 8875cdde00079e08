import Foundation

/// The demo's output: what happened, line by line, at the store's time.
struct Timeline: Sendable {
    enum Actor: String, Sendable {
        case app, store, device, handler, customer
    }

    let terminal: Terminal

    func tell(_ date: Date, _ actor: Actor, _ text: String) {
        let name = actor.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
        write("\(Timeline.text(date))  \(name)  \(text)\n")
    }

    /// A line that begins a part of the demo.
    func begin(_ title: String) {
        write("\n\(title)\n")
    }

    func note(_ text: String) {
        write("\(String(repeating: " ", count: 31))\(text)\n")
    }

    /// Shows how far a wait has come, on a line that the next one replaces. Nothing where nobody is looking.
    func progress(_ date: Date, until target: Date) {
        guard terminal.isInteractive else { return }
        let days = Int((target.timeIntervalSince(date) / 86_400).rounded(.up))
        write("\r\u{1B}[K\(Timeline.text(date))  … \(days) \(days == 1 ? "day" : "days") to go")
    }

    func endProgress() {
        guard terminal.isInteractive else { return }
        write("\r\u{1B}[K")
    }

    /// What cannot be written is not missed here: the demo's end is written to the same place, and fails then.
    private func write(_ text: String) {
        try? terminal.write(text)
    }

    static func text(_ date: Date) -> String {
        date.formatted(
            Date.VerbatimFormatStyle(
                format: """
                    \(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits) \
                    \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
                    \(second: .twoDigits)
                    """,
                timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
    }
}
