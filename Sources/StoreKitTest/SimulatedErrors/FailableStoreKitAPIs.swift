internal import StoreKit

// The parts of StoreKit that can be made to fail. The last three need a screen and do not exist on Linux: their errors can
// be set and read, so that shared test code compiles, and nothing meets them.

/// Stands for `Product.products(for:)`.
public struct StoreKitLoadProductsAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.LoadProducts

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitLoadProductsAPI {
    public static var loadProducts: StoreKitLoadProductsAPI { StoreKitLoadProductsAPI() }
}

extension StoreKitLoadProductsAPI: SimulatedFailure {
    static var unknown: Failure? { .generic(.unknown) }

    static func arm(_ failure: Failure?, in errors: inout SimulatedErrors) {
        errors.loadProducts = failure?.storeKitError
    }
}

/// Stands for `purchase(options:)`.
public struct StoreKitPurchaseAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.Purchase

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitPurchaseAPI {
    public static var purchase: StoreKitPurchaseAPI { StoreKitPurchaseAPI() }
}

extension StoreKitPurchaseAPI: SimulatedFailure {
    static var unknown: Failure? { .generic(.unknown) }

    static func arm(_ failure: Failure?, in errors: inout SimulatedErrors) {
        errors.purchase = failure?.error
    }
}

/// Stands for verifying what the store signed: results become unverified, and nothing throws.
public struct StoreKitVerificationAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.Verification

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitVerificationAPI {
    public static var verification: StoreKitVerificationAPI { StoreKitVerificationAPI() }
}

extension StoreKitVerificationAPI: SimulatedFailure {
    static var unknown: Failure? { nil }

    static func arm(_ failure: Failure?, in errors: inout SimulatedErrors) {
        errors.verification = failure?.problem
    }
}

/// Stands for `AppStore.sync()`.
public struct StoreKitAppStoreSyncAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.AppStoreSync

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitAppStoreSyncAPI {
    public static var appStoreSync: StoreKitAppStoreSyncAPI { StoreKitAppStoreSyncAPI() }
}

extension StoreKitAppStoreSyncAPI: SimulatedFailure {
    static var unknown: Failure? { .generic(.unknown) }

    static func arm(_ failure: Failure?, in errors: inout SimulatedErrors) {
        errors.appStoreSync = failure?.storeKitError
    }
}

/// Stands for `Product.SubscriptionInfo.status`.
public struct StoreKitSubscriptionStatusAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.SubscriptionStatus

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitSubscriptionStatusAPI {
    public static var subscriptionStatus: StoreKitSubscriptionStatusAPI { StoreKitSubscriptionStatusAPI() }
}

extension StoreKitSubscriptionStatusAPI: SimulatedFailure {
    static var unknown: Failure? { .generic(.unknown) }

    static func arm(_ failure: Failure?, in errors: inout SimulatedErrors) {
        errors.subscriptionStatus = failure?.storeKitError
    }
}

/// Stands for `AppTransaction.shared`.
public struct StoreKitAppTransactionAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.AppTransaction

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitAppTransactionAPI {
    public static var appTransaction: StoreKitAppTransactionAPI { StoreKitAppTransactionAPI() }
}

extension StoreKitAppTransactionAPI: SimulatedFailure {
    static var unknown: Failure? { .generic(.unknown) }

    static func arm(_ failure: Failure?, in errors: inout SimulatedErrors) {
        errors.appTransaction = failure?.storeKitError
    }
}

/// Stands for the sheet to manage subscriptions.
public struct StoreKitManageSubscriptionsAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.ManageSubscriptions

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitManageSubscriptionsAPI {
    public static var manageSubscriptions: StoreKitManageSubscriptionsAPI { StoreKitManageSubscriptionsAPI() }
}

/// Stands for requests for refunds.
public struct StoreKitRefundRequestAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.RefundRequest

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitRefundRequestAPI {
    public static var refundRequest: StoreKitRefundRequestAPI { StoreKitRefundRequestAPI() }
}

/// Stands for the sheet to redeem an offer code.
public struct StoreKitOfferCodeRedeemAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.OfferCodeRedeem

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitOfferCodeRedeemAPI {
    public static var offerCodeRedeem: StoreKitOfferCodeRedeemAPI { StoreKitOfferCodeRedeemAPI() }
}
