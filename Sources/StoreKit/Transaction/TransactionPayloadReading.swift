internal import AppStoreData
internal import SignedData

extension Transaction: SignedValue {
    init(record: SignedRecord<TransactionPayload>) {
        let payload = record.payload
        self.record = record
        id = payload.transactionID.flatMap(UInt64.init) ?? 0
        originalID = payload.originalTransactionID.flatMap(UInt64.init) ?? 0
        webOrderLineItemID = payload.webOrderLineItemID
        productID = payload.productID ?? ""
        subscriptionGroupID = payload.subscriptionGroupIdentifier
        appBundleID = payload.bundleID ?? ""
        purchaseDate = payload.purchaseDate?.date ?? .distantPast
        originalPurchaseDate = payload.originalPurchaseDate?.date ?? .distantPast
        expirationDate = payload.expiresDate?.date
        purchasedQuantity = payload.quantity ?? 1
        isUpgraded = payload.isUpgraded ?? false
        offer = payload.offerType.map {
            Transaction.Offer(
                id: payload.offerIdentifier,
                type: OfferType(rawValue: $0.rawValue),
                paymentMode: payload.offerDiscountType.map { Offer.PaymentMode(rawValue: $0.rawValue) },
                period: payload.offerPeriod.flatMap(Product.SubscriptionPeriod.init(isoDuration:))
            )
        }
        revocationDate = payload.revocationDate?.date
        revocationReason = payload.revocationReason.map { RevocationReason(rawValue: $0.rawValue) }
        revocationType = payload.revocationType.map { RevocationType(rawValue: $0.rawValue) }
        productType = Product.ProductType(rawValue: payload.type?.rawValue ?? "")
        appAccountToken = payload.appAccountToken?.uuid
        environment = AppStore.Environment(rawValue: payload.environment?.rawValue ?? "")
        reason = Reason(rawValue: payload.transactionReason?.rawValue ?? TransactionReason.purchase.rawValue)
        storefront = Storefront(
            countryCode: payload.storefront ?? "", id: payload.storefrontID ?? "", currencyCode: payload.currency)
        deviceVerification = payload.deviceVerification.flatMap { Data(base64Encoded: $0) } ?? Data()
        deviceVerificationNonce = payload.deviceVerificationNonce.flatMap(UUID.init(uuidString:)) ?? .zero
        ownershipType = OwnershipType(rawValue: payload.inAppOwnershipType?.rawValue ?? "")
        signedDate = payload.signedDate?.date ?? .distantPast
        billingPlanType = payload.billingPlanType.map { SubscriptionInfo.BillingPlanType(rawValue: $0.rawValue) }
        commitmentInfo = payload.commitmentInfo.map(CommitmentInfo.init)
        advancedCommerceInfo = payload.advancedCommerceInfo.map(AdvancedCommerceInfo.init)
    }

    static func verdict(on jws: String, by verifier: SignedDataVerifier) -> Verdict<TransactionPayload> {
        verifier.verifyTransaction(jws.utf8, age: .fresh)
    }

    static func isComplete(_ payload: TransactionPayload) -> Bool {
        payload.transactionID.flatMap(UInt64.init) != nil
            && payload.originalTransactionID.flatMap(UInt64.init) != nil
            && payload.productID != nil && payload.bundleID != nil && payload.type != nil
            && payload.purchaseDate != nil && payload.originalPurchaseDate != nil && payload.signedDate != nil
            && payload.environment != nil && payload.inAppOwnershipType != nil
    }
}

extension Transaction.CommitmentInfo {
    init(_ info: TransactionCommitmentInfo) {
        expirationDate = info.commitmentExpiresDate?.date ?? .distantPast
        billingPeriodNumber = UInt64(clamping: info.billingPeriodNumber ?? 0)
        totalBillingPeriods = UInt64(clamping: info.totalBillingPeriods ?? 0)
        price = Decimal(milliunits: info.commitmentPrice ?? 0)
    }
}

extension Transaction.AdvancedCommerceInfo {
    init(_ info: AdvancedCommerceTransactionInfo) {
        requestReferenceID = info.requestReferenceID ?? ""
        estimatedTax = Decimal(milliunits: info.estimatedTax ?? 0)
        taxRate = info.taxRate.flatMap { Decimal(string: $0, locale: .posix) } ?? 0
        taxCode = info.taxCode ?? ""
        taxExclusivePrice = Decimal(milliunits: info.taxExclusivePrice ?? 0)
        description = info.descriptors?.description
        displayName = info.descriptors?.displayName
        period = info.period.flatMap(SubscriptionPeriod.init(isoDuration:))
        items = (info.items ?? []).map(Item.init)
    }
}

extension Transaction.AdvancedCommerceInfo.Item {
    init(_ item: AdvancedCommerceTransactionItem) {
        details = Details(
            sku: item.sku, displayName: item.displayName, description: item.description, offer: item.offer,
            price: item.price)
        refunds = item.refunds?.map(Transaction.AdvancedCommerceInfo.Refund.init)
        revocationDate = item.revocationDate?.date
    }
}

extension Transaction.AdvancedCommerceInfo.Item.Details {
    init(sku: String?, displayName: String?, description: String?, offer: AdvancedCommerceOffer?, price: Int64?) {
        self.sku = sku ?? ""
        self.displayName = displayName ?? ""
        self.description = description ?? ""
        self.offer = offer.flatMap(Transaction.AdvancedCommerceInfo.Offer.init)
        self.price = Decimal(milliunits: price ?? 0)
    }
}

extension Transaction.AdvancedCommerceInfo.Offer {
    /// Nil for an offer of no length, which says nothing.
    init?(_ offer: AdvancedCommerceOffer) {
        guard let period = offer.period.flatMap(SubscriptionPeriod.init(isoDuration:)) else { return nil }
        self.period = period
        price = Decimal(milliunits: offer.price ?? 0)
        periodCount = offer.periodCount ?? 1
        reason = Reason(rawValue: offer.reason?.rawValue ?? "")
    }
}

extension Transaction.AdvancedCommerceInfo.Refund {
    init(_ refund: AdvancedCommerceRefund) {
        reason = Reason(rawValue: refund.refundReason?.rawValue ?? "")
        type = RefundType(rawValue: refund.refundType?.rawValue ?? "")
        date = refund.refundDate?.date ?? .distantPast
        amount = Decimal(milliunits: refund.refundAmount ?? 0)
    }
}
