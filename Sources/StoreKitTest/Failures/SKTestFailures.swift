public import StoreKit

/// The failures that a test can arm, one type for each part of StoreKit.
public enum SKTestFailures {
    /// The failures of ``StoreKitLoadProductsAPI``.
    @nonexhaustive
    public enum LoadProducts: SKTestFailure {
        case generic(StoreKitError)
    }

    /// The failures of ``StoreKitPurchaseAPI``.
    @nonexhaustive
    public enum Purchase: SKTestFailure {
        case generic(StoreKitError)
        case purchase(Product.PurchaseError)
    }

    /// The failures of ``StoreKitVerificationAPI``.
    @nonexhaustive
    public enum Verification: SKTestFailure {
        case verification(VerificationResult<Any>.VerificationError)
    }

    /// The failures of ``StoreKitAppStoreSyncAPI``.
    @nonexhaustive
    public enum AppStoreSync: SKTestFailure {
        case generic(StoreKitError)
    }

    /// The failures of ``StoreKitSubscriptionStatusAPI``.
    @nonexhaustive
    public enum SubscriptionStatus: SKTestFailure {
        case generic(StoreKitError)
    }

    /// The failures of ``StoreKitAppTransactionAPI``.
    @nonexhaustive
    public enum AppTransaction: SKTestFailure {
        case generic(StoreKitError)
    }

    /// The failures of ``StoreKitManageSubscriptionsAPI``.
    @nonexhaustive
    public enum ManageSubscriptions: SKTestFailure {
        case generic(StoreKitError)
    }

    /// The failures of ``StoreKitRefundRequestAPI``.
    @nonexhaustive
    public enum RefundRequest: SKTestFailure {
        case generic(StoreKitError)
        case refundRequest(Transaction.RefundRequestError)
    }

    /// The failures of ``StoreKitOfferCodeRedeemAPI``.
    @nonexhaustive
    public enum OfferCodeRedeem: SKTestFailure {
        case generic(StoreKitError)
    }
}

// StoreKit's errors are not equatable, while Apple's failures are.

extension SKTestFailures.LoadProducts {
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.isSame(as: b)
        }
    }
}

extension SKTestFailures.Purchase {
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.isSame(as: b)
        case (.purchase(let a), .purchase(let b)): a == b
        case (.generic, .purchase), (.purchase, .generic): false
        }
    }
}

extension SKTestFailures.AppStoreSync {
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.isSame(as: b)
        }
    }
}

extension SKTestFailures.SubscriptionStatus {
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.isSame(as: b)
        }
    }
}

extension SKTestFailures.AppTransaction {
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.isSame(as: b)
        }
    }
}

extension SKTestFailures.ManageSubscriptions {
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.isSame(as: b)
        }
    }
}

extension SKTestFailures.RefundRequest {
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.isSame(as: b)
        case (.refundRequest(let a), .refundRequest(let b)): a == b
        case (.generic, .refundRequest), (.refundRequest, .generic): false
        }
    }
}

extension SKTestFailures.OfferCodeRedeem {
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.generic(let a), .generic(let b)): a.isSame(as: b)
        }
    }
}

extension StoreKitError {
    /// Whether both are of one case and one cause; causes of any type are compared by what they say.
    fileprivate func isSame(as other: StoreKitError) -> Bool {
        switch (self, other) {
        case (.networkError(let a), .networkError(let b)): a == b
        default: String(reflecting: self) == String(reflecting: other)
        }
    }
}
