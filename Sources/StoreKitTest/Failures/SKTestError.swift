public import Foundation

/// The domain of ``SKTestError``.
public let SKTestErrorDomain: String = "SKTestErrorDomain"

/// What an `SKTestSession` refused to do, and why.
public struct SKTestError: CustomNSError, Equatable, Hashable, Error, Sendable {
    /// What kind of thing was wrong.
    @nonexhaustive
    public enum Code: Int, Sendable {
        /// The simulated store did not answer.
        case serviceUnavailable = 0
        /// The configuration file has no product of that identifier.
        case invalidProductIdentifier = 1
        /// The product is of a type for which the call means nothing.
        case invalidProductType = 2
        /// The URL is not that of a file.
        case invalidURL = 3
        /// There is no configuration file of that name.
        case fileNotFound = 4
        /// The customer has no such subscription.
        case noSubscriptionFound = 5
        /// The customer has no such transaction.
        case noTransactionFound = 6
        /// The transaction or subscription is not in a state in which the call means something.
        case invalidAction = 7
    }

    public let code: Code
    /// What was wrong, where, and what to do about it.
    package let explanation: String

    package init(_ code: Code, _ explanation: String) {
        self.code = code
        self.explanation = explanation
    }

    public static var errorDomain: String { SKTestErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: explanation] }
}

extension SKTestError {
    public static var serviceUnavailable: SKTestError.Code { .serviceUnavailable }
    public static var invalidProductIdentifier: SKTestError.Code { .invalidProductIdentifier }
    public static var invalidProductType: SKTestError.Code { .invalidProductType }
    public static var invalidURL: SKTestError.Code { .invalidURL }
    public static var fileNotFound: SKTestError.Code { .fileNotFound }
    public static var noSubscriptionFound: SKTestError.Code { .noSubscriptionFound }
    public static var noTransactionFound: SKTestError.Code { .noTransactionFound }
    public static var invalidAction: SKTestError.Code { .invalidAction }
}

extension SKTestError.Code {
    /// Lets `catch SKTestError.fileNotFound` match, as with every error that Swift imports from Objective-C.
    public static func ~= (code: SKTestError.Code, error: any Error) -> Bool {
        (error as? SKTestError)?.code == code
    }
}
