extension Transaction {
    /// The commitment that a period of a subscription billed in parts belongs to.
    public struct CommitmentInfo: Equatable, Hashable, Sendable {
        /// When the commitment ends.
        public let expirationDate: Date
        /// Which of the commitment's billing periods this transaction pays for, from 1.
        public let billingPeriodNumber: UInt64
        public let totalBillingPeriods: UInt64
        /// The price of the whole commitment.
        public let price: Decimal
    }
}
