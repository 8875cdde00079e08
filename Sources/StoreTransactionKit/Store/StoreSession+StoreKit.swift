import StoreKit

/// Reading StoreKit's sequences, off the main actor.
extension StoreSession {
    nonisolated func listenForTransactions() async {
        for await result in Transaction.updates {
            let delivery = Delivery(result)
            await accept(delivery, from: .updates, failingAs: .updates)
            await awaitRoom()
        }
    }

    nonisolated func listenForStatuses() async {
        for await _ in Product.SubscriptionInfo.Status.updates {
            await send(.changed)
        }
    }

    nonisolated func scanUnfinished() async {
        for await result in Transaction.unfinished {
            if await lifecycle == .closed { break }
            let delivery = Delivery(result)
            await accept(delivery, from: .unfinished, failingAs: .unfinished)
            await awaitRoom()
        }
        await send(.scanned)
    }

    nonisolated func readEntitlements() async {
        var reading = EntitlementReading()
        for await result in Transaction.currentEntitlements {
            switch Delivery(result) {
            case .verified(let verified):
                reading.current.append(verified.snapshot)
            case .unverified(let revision, let error):
                await notice(.currentEntitlementVerification, revision, error)
            }
        }
        reading.upgraded = await Self.upgraded(before: reading.current)
        await send(.read(reading, at: clock.now()))
    }

    /// What upgrades superseded in the subscriptions of these transactions. Only a subscription with an earlier
    /// transaction can have been upgraded to.
    private nonisolated static func upgraded(
        before current: [StoreTransactionSnapshot]
    ) async -> [StoreTransactionSnapshot] {
        let subscriptions = Set(
            current.filter { $0.productType == .autoRenewable && $0.id != $0.originalID }.map(\.originalID)
        )
        guard !subscriptions.isEmpty else { return [] }
        var upgraded: [StoreTransactionSnapshot] = []
        for await result in Transaction.all {
            guard case .verified(let transaction) = result, transaction.isUpgraded,
                subscriptions.contains(transaction.originalID)
            else { continue }
            upgraded.append(StoreTransactionSnapshot(transaction, jwsRepresentation: result.jwsRepresentation))
        }
        return upgraded
    }

    /// Every transaction of a product that StoreKit keeps, and what of it could not be verified.
    nonisolated static func transactions(
        of productID: Product.ID
    ) async -> (verified: [StoreTransactionSnapshot], unverified: [(Revision, StoreTransactionVerificationError)]) {
        var verified: [StoreTransactionSnapshot] = []
        var unverified: [(Revision, StoreTransactionVerificationError)] = []
        for await result in Transaction.all(for: productID) {
            switch Delivery(result) {
            case .verified(let transaction): verified.append(transaction.snapshot)
            case .unverified(let revision, let error): unverified.append((revision, error))
            }
        }
        return (verified, unverified)
    }
}
