internal import AppStoreData
internal import SignedData

extension Product.SubscriptionInfo.RenewalInfo: SignedValue {
    init(record: SignedRecord<RenewalInfoPayload>) {
        let payload = record.payload
        self.record = record
        originalTransactionID = payload.originalTransactionID.flatMap(UInt64.init) ?? 0
        currentProductID = payload.productID ?? ""
        willAutoRenew = payload.autoRenewStatus == .on
        // The payload keeps naming the product after automatic renewal was turned off; Swift's property does not.
        autoRenewPreference = willAutoRenew ? payload.autoRenewProductID : nil
        expirationReason = payload.expirationIntent.map { ExpirationReason(rawValue: $0.rawValue) }
        priceIncreaseStatus =
            switch payload.priceIncreaseStatus {
            case .pending?: .pending
            case .agreed?: .agreed
            default: .noIncreasePending
            }
        isInBillingRetry = payload.isInBillingRetryPeriod ?? false
        gracePeriodExpirationDate = payload.gracePeriodExpiresDate?.date
        offer = payload.offerType.map {
            Transaction.Offer(
                id: payload.offerIdentifier,
                type: Transaction.OfferType(rawValue: $0.rawValue),
                paymentMode: payload.offerDiscountType.map { Transaction.Offer.PaymentMode(rawValue: $0.rawValue) },
                period: payload.offerPeriod.flatMap(Product.SubscriptionPeriod.init(isoDuration:))
            )
        }
        environment = AppStore.Environment(rawValue: payload.environment?.rawValue ?? "")
        eligibleWinBackOfferIDs = payload.eligibleWinBackOfferIDs ?? []
        deviceVerification = payload.deviceVerification.flatMap { Data(base64Encoded: $0) } ?? Data()
        deviceVerificationNonce = payload.deviceVerificationNonce.flatMap(UUID.init(uuidString:)) ?? .zero
        signedDate = payload.signedDate?.date ?? .distantPast
        renewalBillingPlanType = payload.renewalBillingPlanType.map {
            SubscriptionInfo.BillingPlanType(rawValue: $0.rawValue)
        }
        commitmentInfo = payload.commitmentInfo.map(CommitmentInfo.init)
        advancedCommerceInfo = payload.advancedCommerceInfo.flatMap(AdvancedCommerceInfo.init)
    }

    static func verdict(on jws: String, by verifier: SignedDataVerifier) -> Verdict<RenewalInfoPayload> {
        verifier.verifyRenewalInfo(jws.utf8, of: nil, age: .fresh).map(\.payload)
    }

    static func isComplete(_ payload: RenewalInfoPayload) -> Bool {
        payload.originalTransactionID.flatMap(UInt64.init) != nil && payload.productID != nil
            && payload.autoRenewStatus != nil && payload.signedDate != nil && payload.environment != nil
            && payload.recentSubscriptionStartDate != nil
    }
}

extension Product.SubscriptionInfo.RenewalInfo.CommitmentInfo {
    init(_ info: RenewalCommitmentInfo) {
        autoRenewPreference = info.commitmentAutoRenewProductID ?? ""
        willAutoRenew = info.commitmentAutoRenewStatus == .on
        renewalDate = info.commitmentRenewalDate?.date ?? .distantPast
        renewalPrice = Decimal(milliunits: info.commitmentRenewalPrice ?? 0)
        renewalBillingPlanType = SubscriptionInfo.BillingPlanType(
            rawValue: info.commitmentRenewalBillingPlanType?.rawValue ?? "")
    }
}

extension Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo {
    /// Nil without a period, which every subscription has.
    init?(_ info: AdvancedCommerceRenewalInfo) {
        guard let period = info.period.flatMap(SubscriptionPeriod.init(isoDuration:)) else { return nil }
        self.period = period
        consistencyToken = info.consistencyToken ?? ""
        requestReferenceID = info.requestReferenceID ?? ""
        taxCode = info.taxCode ?? ""
        description = info.descriptors?.description ?? ""
        displayName = info.descriptors?.displayName ?? ""
        items = (info.items ?? []).map {
            Item(
                details: Item.Details(
                    sku: $0.sku, displayName: $0.displayName, description: $0.description, offer: $0.offer,
                    price: $0.price),
                priceIncreaseInfo: $0.priceIncreaseInfo.map(Item.PriceIncreaseInfo.init))
        }
    }
}
