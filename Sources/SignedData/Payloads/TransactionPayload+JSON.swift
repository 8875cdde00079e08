internal import AppStoreData

extension TransactionPayload: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .transactionID: transactionID = try value.string()
        case .originalTransactionID: originalTransactionID = try value.string()
        case .webOrderLineItemID: webOrderLineItemID = try value.string()
        case .bundleID: bundleID = try value.string()
        case .productID: productID = try value.string()
        case .subscriptionGroupIdentifier: subscriptionGroupIdentifier = try value.string()
        case .purchaseDate: purchaseDate = try value.timestamp()
        case .originalPurchaseDate: originalPurchaseDate = try value.timestamp()
        case .expiresDate: expiresDate = try value.timestamp()
        case .quantity: quantity = try value.integer()
        case .type: type = try value.open()
        case .appAccountToken: appAccountToken = try value.open()
        case .inAppOwnershipType: inAppOwnershipType = try value.open()
        case .signedDate: signedDate = try value.timestamp()
        case .revocationDate: revocationDate = try value.timestamp()
        case .revocationReason: revocationReason = try value.open()
        case .revocationType: revocationType = try value.open()
        case .revocationPercentage: revocationPercentage = try value.integer()
        case .isUpgraded: isUpgraded = try value.bool()
        case .offerType: offerType = try value.open()
        case .offerIdentifier: offerIdentifier = try value.string()
        case .offerDiscountType: offerDiscountType = try value.open()
        case .offerPeriod: offerPeriod = try value.string()
        case .environment: environment = try value.open()
        case .storefront: storefront = try value.string()
        case .storefrontID: storefrontID = try value.string()
        case .transactionReason: transactionReason = try value.open()
        case .currency: currency = try value.string()
        case .price: price = try value.integer()
        case .appTransactionID: appTransactionID = try value.string()
        case .advancedCommerceInfo: advancedCommerceInfo = try value.object()
        case .billingPlanType: billingPlanType = try value.open()
        case .commitmentInfo: commitmentInfo = try value.object()
        case .deviceVerification: deviceVerification = try value.string()
        case .deviceVerificationNonce: deviceVerificationNonce = try value.string()
        }
    }
}

extension TransactionCommitmentInfo: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .billingPeriodNumber: billingPeriodNumber = try value.integer()
        case .totalBillingPeriods: totalBillingPeriods = try value.integer()
        case .commitmentExpiresDate: commitmentExpiresDate = try value.timestamp()
        case .commitmentPrice: commitmentPrice = try value.integer()
        }
    }
}
