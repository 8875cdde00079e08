internal import AppStoreData
internal import AppStoreSimulator
internal import StoreKit

extension SKTestSession {
    /// Makes a part of StoreKit fail from now on, or work again.
    ///
    /// - Parameters:
    ///   - error: what it fails with; nil disarms.
    ///   - api: the part, such as `.purchase`.
    public func setSimulatedError<API>(
        _ error: API.Failure?, forAPI api: API
    ) async throws where API: FailableStoreKitAPI {
        let armsUnknown = error == nil && behaviour.contains(.disarmingArmsUnknownError)
        failures.withLock { failures in
            failures.arm(error, for: api)
            if armsUnknown { failures.armUnknown(for: api) }
        }
        applyFailures()
    }

    /// What a part of StoreKit was made to fail with; nil if it works.
    public func simulatedError<API>(forAPI api: API) async -> API.Failure? where API: FailableStoreKitAPI {
        failures.withLock { $0.failure(for: api) }
    }

    func applyFailures() {
        let failsPurchases = settings.failsTransactions
        var errors = failures.withLock { failures in
            var errors = failures.errors
            if failsPurchases, errors.purchase == nil { errors.purchase = failures.legacyCode.purchaseError }
            return errors
        }
        if behaviour.contains(.simulatedFailuresThrowUnknown) { errors.throwUnknown() }
        device.simulatedErrors = errors
    }

    /// Arms what the file arms. It does not say with which error.
    func armFailuresOfFile() {
        failures.withLock { failures in
            for call in fileSettings.failingCalls {
                switch call {
                case "Load Products": failures.arm(.generic(.unknown), for: .loadProducts)
                case "Purchase": failures.arm(.generic(.unknown), for: .purchase)
                case "Verification": failures.arm(.verification(.invalidSignature), for: .verification)
                case "App Store Sync": failures.arm(.generic(.unknown), for: .appStoreSync)
                case "Subscription Status": failures.arm(.generic(.unknown), for: .subscriptionStatus)
                case "App Transaction": failures.arm(.generic(.unknown), for: .appTransaction)
                case "Manage Subscriptions Sheet": failures.arm(.generic(.unknown), for: .manageSubscriptions)
                case "Refund Request Sheet": failures.arm(.generic(.unknown), for: .refundRequest)
                case "Offer Code Redeem Sheet": failures.arm(.generic(.unknown), for: .offerCodeRedeem)
                default: break
                }
            }
        }
        applyFailures()
    }
}
