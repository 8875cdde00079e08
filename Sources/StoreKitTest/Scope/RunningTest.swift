internal import StoreKit
internal import Testing

/// Ties devices to running tests.
///
/// The one place that links Swift Testing: an app, or `stk`, uses StoreKit without it.
enum RunningTest {
    /// Tells StoreKit, once for the process, how to find out which test runs.
    static let isKnownToStoreKit: Void = DeviceRegistry.shared.attach(scope: { scope }) { error in
        Issue.record(error)
    }

    /// The test that the current task belongs to, and of a parameterized one the case; nil outside Swift Testing.
    static var scope: DeviceScope? {
        guard let test = Test.current else { return nil }
        guard let testCase = Test.Case.current, testCase.isParameterized else {
            return DeviceScope(name: "\(test.id)")
        }
        return DeviceScope(name: "\(test.id) \(name(of: testCase))")
    }

    /// What tells the cases of a test apart. Swift Testing does not say it publicly, so it is read from the case's own
    /// description, which has the identifiers of its arguments.
    private static func name(of testCase: Test.Case) -> String {
        var identifiers: [String] = []
        func collect(_ value: Any, depth: Int) {
            for child in Mirror(reflecting: value).children where depth < 6 {
                switch child.label {
                case "id", "discriminator": identifiers.append("\(child.value)")
                case "value", "parameter", "body": break
                default: collect(child.value, depth: depth + 1)
                }
            }
        }
        collect(testCase, depth: 0)
        return identifiers.isEmpty ? "\(testCase)" : identifiers.joined(separator: ",")
    }
}
