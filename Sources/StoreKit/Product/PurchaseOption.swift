internal import AppStoreData

extension Product {
    /// One thing that a purchase is to be made with.
    public struct PurchaseOption: Equatable, Hashable, Sendable {
        package enum Value: Hashable, Sendable {
            case appAccountToken(UUID)
            case custom(key: String, value: CustomValue)
            case onStorefrontChange(StorefrontChangeHandler)
            case promotionalOffer(offerID: String, SubscriptionOffer.Signature)
            case promotionalOfferJWS(offerID: String, compactJWS: String)
            case quantity(Int)
            case simulatesAskToBuyInSandbox(Bool)
            case winBackOffer(SubscriptionOffer)
            case introductoryOfferEligibility(compactJWS: String)
            case purchaseDate(Date, renewsUntilNow: Bool)
            case codeOffer(referenceName: String)
            case billingPlanType(SubscriptionInfo.BillingPlanType)
        }

        package enum CustomValue: Hashable, Sendable {
            case string(String)
            case double(Double)
            case bool(Bool)
            case data(Data)
        }

        package let value: Value

        package init(_ value: Value) {
            self.value = value
        }
    }
}

extension Product.PurchaseOption {
    /// Ties the purchase to an account of the app's; every transaction of it carries the token.
    public static func appAccountToken(_ token: UUID) -> Product.PurchaseOption {
        Self(.appAccountToken(token))
    }

    /// How many to buy, from 1 to 10; more than one only of consumables and non-renewing subscriptions.
    public static func quantity(_ quantity: Int) -> Product.PurchaseOption {
        Self(.quantity(quantity))
    }

    /// Kept for the sandbox, which is not here: a test session has `askToBuyEnabled`.
    public static func simulatesAskToBuyInSandbox(_ simulateAskToBuy: Bool) -> Product.PurchaseOption {
        Self(.simulatesAskToBuyInSandbox(simulateAskToBuy))
    }

    /// Asks the app whether to go on when the storefront is another than when the product was loaded. Without the
    /// option the purchase goes on; if the answer is no it is cancelled.
    @preconcurrency
    public static func onStorefrontChange(
        shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
    ) -> Product.PurchaseOption {
        Self(.onStorefrontChange(StorefrontChangeHandler(shouldContinue: shouldContinuePurchase)))
    }

    /// Buys at the price of a win-back offer of the product.
    public static func winBackOffer(_ offer: Product.SubscriptionOffer) -> Product.PurchaseOption {
        Self(.winBackOffer(offer))
    }

    /// Has the app's server decide whether the customer gets the introductory offer. A JWS that the store cannot verify
    /// is ignored, and so is its offer: the purchase is made at the full price.
    public static func introductoryOfferEligibility(compactJWS: String) -> Product.PurchaseOption {
        Self(.introductoryOfferEligibility(compactJWS: compactJWS))
    }

    /// Buys at the price of a promotional offer that the app's server signed as a JWS.
    public static func promotionalOffer(_ offerID: String, compactJWS: String) -> [Product.PurchaseOption] {
        [Self(.promotionalOfferJWS(offerID: offerID, compactJWS: compactJWS))]
    }

    /// Buys at the price of a promotional offer, signed with the app's subscription key.
    public static func promotionalOffer(
        offerID: String, signature: Product.SubscriptionOffer.Signature
    ) -> Product.PurchaseOption {
        Self(.promotionalOffer(offerID: offerID, signature))
    }

    /// Buys at the price of a promotional offer, signed with the app's subscription key.
    ///
    /// The timestamp is in milliseconds since 1970.
    public static func promotionalOffer(
        offerID: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int
    ) -> Product.PurchaseOption {
        .promotionalOffer(
            offerID: offerID,
            signature: Product.SubscriptionOffer.Signature(
                keyID: keyID, nonce: nonce, timestamp: timestamp, signature: signature))
    }
}

// Values of the app's own. The store takes them and never gives them back.
extension Product.PurchaseOption {
    public static func custom(key: String, value: String) -> Product.PurchaseOption {
        Self(.custom(key: key, value: .string(value)))
    }

    public static func custom(key: String, value: Double) -> Product.PurchaseOption {
        Self(.custom(key: key, value: .double(value)))
    }

    public static func custom(key: String, value: Bool) -> Product.PurchaseOption {
        Self(.custom(key: key, value: .bool(value)))
    }

    public static func custom(key: String, value: Data) -> Product.PurchaseOption {
        Self(.custom(key: key, value: .data(value)))
    }
}

extension Product.PurchaseOption: CustomDebugStringConvertible {
    public var debugDescription: String {
        "\(value)"
    }
}

/// What an app says to another storefront. Two are equal only if they are one object: closures cannot be compared.
package final class StorefrontChangeHandler: Hashable, Sendable {
    let shouldContinue: @Sendable (Storefront) -> Bool

    init(shouldContinue: @escaping @Sendable (Storefront) -> Bool) {
        self.shouldContinue = shouldContinue
    }

    package static func == (lhs: StorefrontChangeHandler, rhs: StorefrontChangeHandler) -> Bool {
        lhs === rhs
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
