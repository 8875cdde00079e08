import Foundation

/// Where the demo's process kills itself, as no process can prevent, to show what comes after.
///
/// Named by the environment variable `STK_DEMO_KILL_AT`; it happens at the first transaction that gets there.
enum CrashPoint: String, CaseIterable, Sendable {
    /// The transaction has been handed to the handler, which has written nothing.
    case beforeHandler = "before-handler"
    /// The handler has returned, and the transaction is not finished.
    case afterHandler = "after-handler"
    /// The store has been told that the transaction is finished.
    case afterFinish = "after-finish"

    static let variable = "STK_DEMO_KILL_AT"

    init?(_ environment: [String: String]) throws(Misuse) {
        guard let name = environment[Self.variable], !name.isEmpty else { return nil }
        guard let point = CrashPoint(rawValue: name) else {
            let known = CrashPoint.allCases.map(\.rawValue).joined(separator: ", ")
            throw Misuse("\(Self.variable) is “\(name)”, and has to be one of \(known)")
        }
        self = point
    }

    static func reached(_ point: CrashPoint, wanted: CrashPoint?) {
        guard point == wanted else { return }
        Terminal.complain("stk demo: killed at \(point.rawValue)\n")
        kill(getpid(), SIGKILL)
    }
}
