// Apple's pages print these identifiers as Int, and the header has them as unsigned. Both kinds of call compile here; a
// literal means the unsigned form.
extension SKTestSession {
    @_disfavoredOverload
    public func deleteTransaction(identifier: Int) throws {
        try deleteTransaction(identifier: unsigned(identifier))
    }

    @_disfavoredOverload
    public func refundTransaction(identifier: Int) throws {
        try refundTransaction(identifier: unsigned(identifier))
    }

    @_disfavoredOverload
    public func resolveIssueForTransaction(identifier: Int) throws {
        try resolveIssueForTransaction(identifier: unsigned(identifier))
    }

    @_disfavoredOverload
    public func approveAskToBuyTransaction(identifier: Int) throws {
        try approveAskToBuyTransaction(identifier: unsigned(identifier))
    }

    @_disfavoredOverload
    public func declineAskToBuyTransaction(identifier: Int) throws {
        try declineAskToBuyTransaction(identifier: unsigned(identifier))
    }

    @_disfavoredOverload
    public func disableAutoRenewForTransaction(identifier: Int) throws {
        try disableAutoRenewForTransaction(identifier: unsigned(identifier))
    }

    @_disfavoredOverload
    public func enableAutoRenewForTransaction(identifier: Int) throws {
        try enableAutoRenewForTransaction(identifier: unsigned(identifier))
    }

    @_disfavoredOverload
    public func requestPriceIncreaseConsentForTransaction(identifier: Int) throws {
        try requestPriceIncreaseConsentForTransaction(identifier: unsigned(identifier))
    }

    @_disfavoredOverload
    public func consentToPriceIncreaseForTransaction(identifier: Int) throws {
        try consentToPriceIncreaseForTransaction(identifier: unsigned(identifier))
    }

    @_disfavoredOverload
    public func declinePriceIncreaseForTransaction(identifier: Int) throws {
        try declinePriceIncreaseForTransaction(identifier: unsigned(identifier))
    }

    private func unsigned(_ identifier: Int) throws -> UInt {
        guard let unsigned = UInt(exactly: identifier) else {
            throw SKTestError(.noTransactionFound, "No transaction has the negative identifier \(identifier).")
        }
        return unsigned
    }
}
