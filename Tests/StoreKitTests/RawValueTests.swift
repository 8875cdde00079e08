import StoreKit
import Testing

/// The wire's and Apple's own values of the open types, which a symbol graph does not tell.
@Suite struct RawValueTests {
    @Test(arguments: [
        (AppStore.Environment.production.rawValue, "Production"),
        (AppStore.Environment.sandbox.rawValue, "Sandbox"),
        (AppStore.Environment.xcode.rawValue, "Xcode"),
        (AppStore.Platform.iOS.rawValue, "iOS"),
        (AppStore.Platform.macOS.rawValue, "macOS"),
        (AppStore.Platform.tvOS.rawValue, "tvOS"),
        (AppStore.Platform.visionOS.rawValue, "visionOS"),
        (Product.ProductType.consumable.rawValue, "Consumable"),
        (Product.ProductType.nonConsumable.rawValue, "Non-Consumable"),
        (Product.ProductType.nonRenewable.rawValue, "Non-Renewing Subscription"),
        (Product.ProductType.autoRenewable.rawValue, "Auto-Renewable Subscription"),
        (Transaction.Reason.purchase.rawValue, "PURCHASE"),
        (Transaction.Reason.renewal.rawValue, "RENEWAL"),
        (Transaction.OwnershipType.purchased.rawValue, "PURCHASED"),
        (Transaction.OwnershipType.familyShared.rawValue, "FAMILY_SHARED"),
        (Transaction.Offer.PaymentMode.freeTrial.rawValue, "FREE_TRIAL"),
        (Transaction.Offer.PaymentMode.payAsYouGo.rawValue, "PAY_AS_YOU_GO"),
        (Transaction.Offer.PaymentMode.payUpFront.rawValue, "PAY_UP_FRONT"),
        (Transaction.Offer.PaymentMode.oneTime.rawValue, "ONE_TIME"),
        (Transaction.RevocationType.fullRefund.rawValue, "REFUND_FULL"),
        (Transaction.RevocationType.proratedRefund.rawValue, "REFUND_PRORATED"),
        (Transaction.RevocationType.familyRevocation.rawValue, "FAMILY_REVOKE"),
        (Product.SubscriptionInfo.BillingPlanType.monthly.rawValue, "MONTHLY"),
        (Product.SubscriptionInfo.BillingPlanType.upFront.rawValue, "BILLED_UPFRONT"),
    ])
    func textsAreThoseOfThePayload(_ value: String, _ expected: String) {
        #expect(value == expected)
    }

    @Test(arguments: [
        (Product.SubscriptionInfo.RenewalState.subscribed.rawValue, 1),
        (Product.SubscriptionInfo.RenewalState.expired.rawValue, 2),
        (Product.SubscriptionInfo.RenewalState.inBillingRetryPeriod.rawValue, 3),
        (Product.SubscriptionInfo.RenewalState.inGracePeriod.rawValue, 4),
        (Product.SubscriptionInfo.RenewalState.revoked.rawValue, 5),
        (Product.SubscriptionInfo.RenewalInfo.ExpirationReason.autoRenewDisabled.rawValue, 1),
        (Product.SubscriptionInfo.RenewalInfo.ExpirationReason.billingError.rawValue, 2),
        (Product.SubscriptionInfo.RenewalInfo.ExpirationReason.didNotConsentToPriceIncrease.rawValue, 3),
        (Product.SubscriptionInfo.RenewalInfo.ExpirationReason.productUnavailable.rawValue, 4),
        (Product.SubscriptionInfo.RenewalInfo.ExpirationReason.unknown.rawValue, 5),
        (Transaction.RevocationReason.other.rawValue, 0),
        (Transaction.RevocationReason.developerIssue.rawValue, 1),
        (Transaction.OfferType.introductory.rawValue, 1),
        (Transaction.OfferType.promotional.rawValue, 2),
        (Transaction.OfferType.code.rawValue, 3),
        (Transaction.OfferType.winBack.rawValue, 4),
    ])
    func numbersAreThoseOfThePayload(_ value: Int, _ expected: Int) {
        #expect(value == expected)
    }

    @Test func anUnknownValueIsKept() {
        #expect(Transaction.Reason(rawValue: "GIFT").rawValue == "GIFT")
        #expect(Product.SubscriptionInfo.RenewalState(rawValue: 9).rawValue == 9)
    }
}
