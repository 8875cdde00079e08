/// The one part of StoreKit 1's errors that StoreKitTest speaks of.
public struct SKError: Error, Equatable, Hashable, Sendable {
    /// The reasons that `SKTestSession.failureError` can take.
    @nonexhaustive
    public enum Code: Int, Sendable {
        case unknown = 0
        case invalidOfferIdentifier = 11
        case invalidSignature = 12
        case missingOfferParams = 13
        case invalidOfferPrice = 14
    }

    public let code: Code

    public init(_ code: Code) {
        self.code = code
    }
}
