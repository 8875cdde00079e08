extension Product {
    /// What became of a purchase.
    @nonexhaustive
    public enum PurchaseResult {
        /// The product was bought, and the store signed this transaction.
        case success(VerificationResult<Transaction>)
        case userCancelled
        /// Someone else has to act, such as a parent; the transaction then comes through ``Transaction/updates``.
        case pending
    }
}

extension Product.PurchaseResult: Sendable {}
