/// Failures on their way to the reporter, one at a time and in order.
struct FailureQueue {
    /// How many failures have been noticed and told so far.
    private(set) var noticed = 0
    private(set) var told = 0

    private var waiting = Queue<StoreTransactionBackgroundFailure>()
    private var isTelling = false

    /// The failure to tell now, if any.
    mutating func notice(
        _ source: StoreTransactionBackgroundFailure.Source, _ arrival: Arrival?, _ error: any Error
    ) -> StoreTransactionBackgroundFailure? {
        noticed += 1
        waiting.append(
            StoreTransactionBackgroundFailure(
                id: noticed, source: source, transactionID: arrival?.revision.transaction.id,
                productID: arrival?.productID, underlyingError: error
            )
        )
        return isTelling ? nil : tellNext()
    }

    /// The last one has been told; the failure to tell next, if any.
    mutating func returned() -> StoreTransactionBackgroundFailure? {
        told += 1
        isTelling = false
        return tellNext()
    }

    private mutating func tellNext() -> StoreTransactionBackgroundFailure? {
        let next = waiting.popFirst()
        isTelling = next != nil
        return next
    }

    var isIdle: Bool { told == noticed }
}
