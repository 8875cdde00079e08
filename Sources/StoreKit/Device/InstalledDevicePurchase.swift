internal import AppStoreData
package import AppStoreSimulator
internal import SignedData

extension InstalledDevice {
    /// Buys for the app, as `purchase(options:)` does.
    func purchase(
        _ product: Product, options: Set<Product.PurchaseOption>
    ) async throws -> Product.PurchaseResult {
        if let error = simulatedErrors.purchase { throw error }
        let request = try purchaseRequest(productID: product.id, options: options)
        do throws(AppStoreConnectionError) {
            let storefront = try await connection.storefront()
            if storefront != product.storefront, !options.shouldContinue(in: Storefront(storefront)) {
                return .userCancelled
            }
            switch try await connection.purchase(request) {
            case .pending: return .pending
            case .purchased(let object):
                // What cannot be read is no transaction that an app could be given.
                guard let transaction = transaction(object) else { throw .unknown(reason: "unreadable transaction") }
                note { .given(Sighting(transaction), by: .purchase) }
                return .success(transaction)
            }
        } catch {
            throw Product.PurchaseError(error) ?? StoreKitError(error)
        }
    }

    /// What the store is asked for, after signatures of offers have been checked with the keys of the app.
    ///
    /// - Throws: ``Product/PurchaseError`` or ``StoreKitError``.
    package func purchaseRequest(
        productID: String, options: Set<Product.PurchaseOption>
    ) throws -> PurchaseRequest {
        var request = PurchaseRequest(productID: productID)
        for option in options {
            switch option.value {
            case .appAccountToken(let token): request.appAccountToken = token
            case .quantity(let quantity): request.quantity = quantity
            case .custom, .onStorefrontChange, .simulatesAskToBuyInSandbox: break
            case .purchaseDate(let date, let renewsUntilNow):
                request.purchaseDate = Timestamp(date)
                request.renewsUntilNow = renewsUntilNow
            case .billingPlanType(let type):
                // The store bills every period when it begins.
                guard type == .upFront else { throw StoreKitError.unsupported }
            case .introductoryOfferEligibility(let jws):
                request.introductoryOfferEligibility = offerKeys.allowsIntroductoryOffer(jws, productID: productID)
            case .winBackOffer, .promotionalOffer, .promotionalOfferJWS, .codeOffer: break
            }
        }
        request.offer = try offer(productID: productID, options: options, appAccountToken: request.appAccountToken)
        return request
    }

    private func offer(
        productID: String, options: Set<Product.PurchaseOption>, appAccountToken: UUID?
    ) throws -> PurchaseRequest.Offer? {
        let offers = try options.compactMap { option -> PurchaseRequest.Offer? in
            switch option.value {
            case .winBackOffer(let offer):
                guard offer.type == .winBack, let id = offer.id else {
                    throw Product.PurchaseError.invalidOfferIdentifier
                }
                return .winBack(offerID: id)
            case .codeOffer(let referenceName):
                return .code(referenceName: referenceName)
            case .promotionalOffer(let offerID, let signature):
                guard
                    offerKeys.accepts(
                        signature, offerID: offerID, productID: productID, appAccountToken: appAccountToken)
                else { throw Product.PurchaseError.invalidOfferSignature }
                return .promotional(offerID: offerID)
            case .promotionalOfferJWS(let offerID, let jws):
                // A JWS of an unknown key fails with this error on Apple's systems.
                guard offerKeys.allowsPromotionalOffer(jws, offerID: offerID, productID: productID) else {
                    throw StoreKitError.unknown
                }
                return .promotional(offerID: offerID)
            default:
                return nil
            }
        }
        // The store applies one offer, and it is not for us to choose which.
        guard offers.count <= 1 else { throw Product.PurchaseError.ineligibleForOffer }
        return offers.first
    }
}

extension Set<Product.PurchaseOption> {
    fileprivate func shouldContinue(in storefront: Storefront) -> Bool {
        allSatisfy { option in
            if case .onStorefrontChange(let handler) = option.value { handler.shouldContinue(storefront) } else { true }
        }
    }
}
