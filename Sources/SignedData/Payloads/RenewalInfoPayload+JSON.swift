internal import AppStoreData

extension RenewalInfoPayload: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .originalTransactionID: originalTransactionID = try value.string()
        case .autoRenewProductID: autoRenewProductID = try value.string()
        case .productID: productID = try value.string()
        case .autoRenewStatus: autoRenewStatus = try value.open()
        case .expirationIntent: expirationIntent = try value.open()
        case .isInBillingRetryPeriod: isInBillingRetryPeriod = try value.bool()
        case .gracePeriodExpiresDate: gracePeriodExpiresDate = try value.timestamp()
        case .priceIncreaseStatus: priceIncreaseStatus = try value.open()
        case .offerType: offerType = try value.open()
        case .offerIdentifier: offerIdentifier = try value.string()
        case .offerDiscountType: offerDiscountType = try value.open()
        case .offerPeriod: offerPeriod = try value.string()
        case .signedDate: signedDate = try value.timestamp()
        case .environment: environment = try value.open()
        case .recentSubscriptionStartDate: recentSubscriptionStartDate = try value.timestamp()
        case .renewalDate: renewalDate = try value.timestamp()
        case .currency: currency = try value.string()
        case .renewalPrice: renewalPrice = try value.integer()
        case .eligibleWinBackOfferIDs: eligibleWinBackOfferIDs = try value.strings()
        case .appAccountToken: appAccountToken = try value.open()
        case .appTransactionID: appTransactionID = try value.string()
        case .advancedCommerceInfo: advancedCommerceInfo = try value.object()
        case .renewalBillingPlanType: renewalBillingPlanType = try value.open()
        case .commitmentInfo: commitmentInfo = try value.object()
        case .deviceVerification: deviceVerification = try value.string()
        case .deviceVerificationNonce: deviceVerificationNonce = try value.string()
        }
    }
}

extension RenewalCommitmentInfo: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .commitmentAutoRenewProductID: commitmentAutoRenewProductID = try value.string()
        case .commitmentAutoRenewStatus: commitmentAutoRenewStatus = try value.open()
        case .commitmentRenewalBillingPlanType: commitmentRenewalBillingPlanType = try value.open()
        case .commitmentRenewalDate: commitmentRenewalDate = try value.timestamp()
        case .commitmentRenewalPrice: commitmentRenewalPrice = try value.integer()
        }
    }
}
