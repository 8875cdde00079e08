import AppStoreData

extension TransactionRecord {
    /// What the store signs of this revision, without what ties it to a device.
    func payload(app: AppIdentity, appTransactionID: String) -> TransactionPayload {
        var payload = TransactionPayload()
        payload.transactionID = String(id)
        payload.originalTransactionID = String(originalID)
        payload.bundleID = app.bundleID
        payload.productID = productID
        payload.purchaseDate = purchaseDate
        payload.originalPurchaseDate = originalPurchaseDate
        payload.quantity = quantity
        payload.type = type
        payload.appAccountToken = appAccountToken.map(AppAccountToken.init)
        payload.inAppOwnershipType = ownership
        payload.signedDate = signedDate
        payload.environment = app.environment
        payload.storefront = storefront.countryCode
        payload.storefrontID = storefront.id
        payload.transactionReason = reason
        payload.currency = storefront.currencyCode
        payload.price = price
        payload.appTransactionID = appTransactionID

        if type == .autoRenewable {
            payload.subscriptionGroupIdentifier = groupID
            payload.expiresDate = expirationDate
            // Xcode gives each period the same one.
            payload.webOrderLineItemID = app.environment == .xcode ? "0" : String(id)
            payload.isUpgraded = isUpgraded ? true : nil
        }
        if let offer {
            payload.offerType = offer.type
            payload.offerIdentifier = offer.id
            payload.offerDiscountType = offer.paymentMode
            payload.offerPeriod = offer.period.iso8601
        }
        if let revocation {
            payload.revocationDate = revocation.date
            payload.revocationReason = revocation.reason
            payload.revocationType = revocation.type
            if revocation.type == .fullRefund {
                payload.revocationPercentage = 100_000
            }
        }
        return payload
    }
}
