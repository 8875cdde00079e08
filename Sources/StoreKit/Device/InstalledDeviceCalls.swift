internal import AppStoreData
internal import AppStoreSimulator

// What the API asks of the store, with armed errors and the answers of a cancelled task.
extension InstalledDevice {
    func products(for identifiers: Set<String>) async throws(StoreKitError) -> [Product] {
        if let error = simulatedErrors.loadProducts { throw error }
        guard !Task.isCancelled else { return [] }
        do throws(AppStoreConnectionError) {
            let storefront = try await connection.storefront()
            return try await connection.products(for: identifiers).map {
                Product($0, storefront: storefront, device: self)
            }
        } catch {
            throw StoreKitError(error)
        }
    }

    func statuses(inGroup groupID: String) async throws(StoreKitError) -> [Product.SubscriptionInfo.Status] {
        if let error = simulatedErrors.subscriptionStatus { throw error }
        guard !Task.isCancelled else { return [] }
        note { .looked(.state) }
        do throws(AppStoreConnectionError) {
            return try await connection.subscriptionStatuses(groupID: groupID).compactMap(status)
        } catch {
            throw StoreKitError(error)
        }
    }

    func status(ofTransaction id: UInt64) async throws(StoreKitError) -> Product.SubscriptionInfo.Status? {
        if let error = simulatedErrors.subscriptionStatus { throw error }
        let object: SignedObject?
        do throws(AppStoreConnectionError) {
            object = try await connection.transactions(.all(productID: nil)).transactions.first {
                $0.transactionID == id
            }
        } catch {
            throw StoreKitError(error)
        }
        guard let transaction = object.flatMap(transaction)?.unsafePayloadValue,
            let groupID = transaction.subscriptionGroupID
        else { return nil }
        return try await statuses(inGroup: groupID).first {
            $0.transaction.unsafePayloadValue.originalID == transaction.originalID
        }
    }

    /// A transaction that could not be finished comes again at the next launch, which is all that can be done.
    func finish(transactionID: UInt64, signedDate: Timestamp?) async {
        try? await connection.finish(transactionID: transactionID, signedDate: signedDate)
        transactionChanges.discardWaiting { change in
            guard change.element.transactionID == transactionID else { return false }
            // A later change is news to the app.
            guard let signedDate, let changed = change.element.signedDate else { return signedDate == nil }
            return changed <= signedDate
        }
    }

    func synchronize() async throws(StoreKitError) {
        if let error = simulatedErrors.appStoreSync { throw error }
        do throws(AppStoreConnectionError) {
            try await connection.synchronize()
        } catch {
            throw StoreKitError(error)
        }
    }

    func appTransaction() async throws(StoreKitError) -> VerificationResult<AppTransaction> {
        if let error = simulatedErrors.appTransaction { throw error }
        let object: SignedObject
        do throws(AppStoreConnectionError) {
            object = try await connection.appTransaction()
        } catch {
            throw StoreKitError(error)
        }
        guard let appTransaction: VerificationResult<AppTransaction> = read(object) else { throw .unknown }
        return appTransaction
    }

    /// Nil if the product or the offer is not in the store any more.
    func purchaseIntent(_ message: PurchaseIntentMessage) async -> PurchaseIntent? {
        guard let product = try? await products(for: [message.productID]).first else { return nil }
        let offers = (product.subscription?.promotionalOffers ?? []) + (product.subscription?.winBackOffers ?? [])
        return PurchaseIntent(product: product, offer: message.offerID.flatMap { id in offers.first { $0.id == id } })
    }
}
