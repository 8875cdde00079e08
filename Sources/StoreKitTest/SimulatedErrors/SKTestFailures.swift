public import StoreKit

/// The errors that parts of StoreKit can be made to fail with.
public enum SKTestFailures {
    @nonexhaustive
    public enum LoadProducts: SKTestFailure {
        case generic(StoreKitError)
    }

    @nonexhaustive
    public enum Purchase: SKTestFailure {
        case generic(StoreKitError)
        case purchase(Product.PurchaseError)
    }

    @nonexhaustive
    public enum Verification: SKTestFailure {
        case verification(VerificationResult<Any>.VerificationError)
    }

    @nonexhaustive
    public enum AppStoreSync: SKTestFailure {
        case generic(StoreKitError)
    }

    @nonexhaustive
    public enum SubscriptionStatus: SKTestFailure {
        case generic(StoreKitError)
    }

    @nonexhaustive
    public enum AppTransaction: SKTestFailure {
        case generic(StoreKitError)
    }

    @nonexhaustive
    public enum ManageSubscriptions: SKTestFailure {
        case generic(StoreKitError)
    }

    @nonexhaustive
    public enum RefundRequest: SKTestFailure {
        case generic(StoreKitError)
        case refundRequest(Transaction.RefundRequestError)
    }

    @nonexhaustive
    public enum OfferCodeRedeem: SKTestFailure {
        case generic(StoreKitError)
    }
}

// `StoreKitError` carries errors that cannot be compared, so each failure says itself when two are equal: when they are the
// same case, and what they carry describes itself alike.

extension SKTestFailures.LoadProducts {
    public static func == (lhs: SKTestFailures.LoadProducts, rhs: SKTestFailures.LoadProducts) -> Bool {
        lhs.storeKitError.isAlike(rhs.storeKitError)
    }

    var storeKitError: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.Purchase {
    public static func == (lhs: SKTestFailures.Purchase, rhs: SKTestFailures.Purchase) -> Bool {
        switch (lhs, rhs) {
        case (.generic(let lhs), .generic(let rhs)): lhs.isAlike(rhs)
        case (.purchase(let lhs), .purchase(let rhs)): lhs == rhs
        default: false
        }
    }
}

extension SKTestFailures.AppStoreSync {
    public static func == (lhs: SKTestFailures.AppStoreSync, rhs: SKTestFailures.AppStoreSync) -> Bool {
        lhs.storeKitError.isAlike(rhs.storeKitError)
    }

    var storeKitError: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.SubscriptionStatus {
    public static func == (lhs: SKTestFailures.SubscriptionStatus, rhs: SKTestFailures.SubscriptionStatus) -> Bool {
        lhs.storeKitError.isAlike(rhs.storeKitError)
    }

    var storeKitError: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.AppTransaction {
    public static func == (lhs: SKTestFailures.AppTransaction, rhs: SKTestFailures.AppTransaction) -> Bool {
        lhs.storeKitError.isAlike(rhs.storeKitError)
    }

    var storeKitError: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.ManageSubscriptions {
    public static func == (lhs: SKTestFailures.ManageSubscriptions, rhs: SKTestFailures.ManageSubscriptions) -> Bool {
        lhs.storeKitError.isAlike(rhs.storeKitError)
    }

    var storeKitError: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.RefundRequest {
    public static func == (lhs: SKTestFailures.RefundRequest, rhs: SKTestFailures.RefundRequest) -> Bool {
        switch (lhs, rhs) {
        case (.generic(let lhs), .generic(let rhs)): lhs.isAlike(rhs)
        case (.refundRequest(let lhs), .refundRequest(let rhs)): lhs == rhs
        default: false
        }
    }
}

extension SKTestFailures.OfferCodeRedeem {
    public static func == (lhs: SKTestFailures.OfferCodeRedeem, rhs: SKTestFailures.OfferCodeRedeem) -> Bool {
        lhs.storeKitError.isAlike(rhs.storeKitError)
    }

    var storeKitError: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }
}

extension SKTestFailures.Purchase {
    var error: any Error {
        switch self {
        case .generic(let error): error
        case .purchase(let error): error
        }
    }
}

extension SKTestFailures.Verification {
    var problem: VerificationProblem {
        switch self {
        case .verification(let error): VerificationProblem(error)
        }
    }
}

extension StoreKitError {
    fileprivate func isAlike(_ other: StoreKitError) -> Bool {
        String(describing: self) == String(describing: other)
    }
}
