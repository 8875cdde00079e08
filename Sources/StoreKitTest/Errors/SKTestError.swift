public import Foundation

/// The domain of ``SKTestError``.
public let SKTestErrorDomain: String = "SKTestErrorDomain"

/// Why a test session did not do what it was asked for.
public struct SKTestError: CustomNSError, Equatable, Hashable, Error, Sendable {
    @nonexhaustive
    public enum Code: Int, Sendable {
        case serviceUnavailable = 0
        case invalidProductIdentifier = 1
        case invalidProductType = 2
        /// The address is not that of a file.
        case invalidURL = 3
        case fileNotFound = 4
        /// The customer has no such subscription, or it is not running.
        case noSubscriptionFound = 5
        case noTransactionFound = 6
        /// The transaction is not in a state in which this can be done to it.
        case invalidAction = 7
    }

    public let code: SKTestError.Code
    /// What was wrong, where, and what to do. Not part of equality.
    private let explanation: String

    /// - Parameter explanation: what was wrong and what to do, for whoever reads the test's report.
    init(_ code: Code, _ explanation: String) {
        self.code = code
        self.explanation = explanation
    }

    public static func == (lhs: SKTestError, rhs: SKTestError) -> Bool {
        lhs.code == rhs.code
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}

extension SKTestError {
    public static var errorDomain: String { SKTestErrorDomain }
    public static var serviceUnavailable: SKTestError.Code { .serviceUnavailable }
    public static var invalidProductIdentifier: SKTestError.Code { .invalidProductIdentifier }
    public static var invalidProductType: SKTestError.Code { .invalidProductType }
    public static var invalidURL: SKTestError.Code { .invalidURL }
    public static var fileNotFound: SKTestError.Code { .fileNotFound }
    public static var noSubscriptionFound: SKTestError.Code { .noSubscriptionFound }
    public static var noTransactionFound: SKTestError.Code { .noTransactionFound }
    public static var invalidAction: SKTestError.Code { .invalidAction }

    public var errorCode: Int {
        code.rawValue
    }

    public var errorUserInfo: [String: Any] {
        [NSLocalizedDescriptionKey: explanation]
    }
}

extension SKTestError: CustomStringConvertible {
    public var description: String {
        "\(code): \(explanation)"
    }
}

extension SKTestError.Code {
    /// Lets `catch SKTestError.fileNotFound` match, as with every error that Swift imports from Objective-C.
    public static func ~= (code: SKTestError.Code, error: any Error) -> Bool {
        (error as? SKTestError)?.code == code
    }
}
