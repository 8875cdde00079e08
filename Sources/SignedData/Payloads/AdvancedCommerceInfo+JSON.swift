internal import AppStoreData

extension AdvancedCommerceDescriptors: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .description: description = try value.string()
        case .displayName: displayName = try value.string()
        }
    }
}

extension AdvancedCommerceOffer: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .period: period = try value.string()
        case .periodCount: periodCount = try value.integer()
        case .price: price = try value.integer()
        case .reason: reason = try value.open()
        }
    }
}

extension AdvancedCommercePriceIncreaseInfo: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .dependentSKUs: dependentSKUs = try value.strings()
        case .price: price = try value.integer()
        case .status: status = try value.open()
        }
    }
}

extension AdvancedCommerceRefund: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .refundAmount: refundAmount = try value.integer()
        case .refundDate: refundDate = try value.timestamp()
        case .refundReason: refundReason = try value.open()
        case .refundType: refundType = try value.open()
        }
    }
}

extension AdvancedCommerceRenewalInfo: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .consistencyToken: consistencyToken = try value.string()
        case .descriptors: descriptors = try value.object()
        case .items: items = try value.objects()
        case .period: period = try value.string()
        case .requestReferenceID: requestReferenceID = try value.string()
        case .taxCode: taxCode = try value.string()
        }
    }
}

extension AdvancedCommerceRenewalItem: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .sku: sku = try value.string()
        case .description: description = try value.string()
        case .displayName: displayName = try value.string()
        case .offer: offer = try value.object()
        case .price: price = try value.integer()
        case .priceIncreaseInfo: priceIncreaseInfo = try value.object()
        }
    }
}

extension AdvancedCommerceTransactionInfo: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .descriptors: descriptors = try value.object()
        case .estimatedTax: estimatedTax = try value.integer()
        case .items: items = try value.objects()
        case .period: period = try value.string()
        case .requestReferenceID: requestReferenceID = try value.string()
        case .taxCode: taxCode = try value.string()
        case .taxExclusivePrice: taxExclusivePrice = try value.integer()
        case .taxRate: taxRate = try value.string()
        }
    }
}

extension AdvancedCommerceTransactionItem: JSONObject {
    static let members = JSONMembers<CodingKeys>()

    mutating func read(_ member: CodingKeys, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .sku: sku = try value.string()
        case .description: description = try value.string()
        case .displayName: displayName = try value.string()
        case .offer: offer = try value.object()
        case .price: price = try value.integer()
        case .refunds: refunds = try value.objects()
        case .revocationDate: revocationDate = try value.timestamp()
        }
    }
}
