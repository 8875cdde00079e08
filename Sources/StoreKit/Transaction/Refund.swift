extension Transaction {
    /// Why a request for a refund was not filed.
    @nonexhaustive
    public enum RefundRequestError: Error {
        /// There is a request for this transaction already.
        case duplicateRequest
        case failed
    }

    /// What became of a request for a refund. `success` means that it was filed, not that it was granted.
    @nonexhaustive
    public enum RefundRequestStatus {
        case success
        case userCancelled
    }
}

extension Transaction.RefundRequestError: Sendable {}
extension Transaction.RefundRequestError: Equatable {}
extension Transaction.RefundRequestError: Hashable {}
extension Transaction.RefundRequestStatus: Sendable {}
extension Transaction.RefundRequestStatus: Equatable {}
extension Transaction.RefundRequestStatus: Hashable {}

extension Transaction.RefundRequestError: LocalizedError {
    public var errorDescription: String? {
        "The refund could not be requested."
    }

    public var failureReason: String? {
        switch self {
        case .duplicateRequest: "A refund for this purchase has been requested already."
        case .failed: "The App Store did not take the request."
        }
    }

    public var recoverySuggestion: String? {
        nil
    }
}
