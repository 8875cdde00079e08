/// Loading products: `Product.products(for:)`.
public struct StoreKitLoadProductsAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.LoadProducts

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitLoadProductsAPI {
    public static var loadProducts: StoreKitLoadProductsAPI { StoreKitLoadProductsAPI() }
}

/// Purchasing: `Product.purchase(options:)`.
public struct StoreKitPurchaseAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.Purchase

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitPurchaseAPI {
    public static var purchase: StoreKitPurchaseAPI { StoreKitPurchaseAPI() }
}

/// Verifying what the store signed: every `VerificationResult`.
public struct StoreKitVerificationAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.Verification

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitVerificationAPI {
    public static var verification: StoreKitVerificationAPI { StoreKitVerificationAPI() }
}

/// Synchronising with the App Store: `AppStore.sync()`.
public struct StoreKitAppStoreSyncAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.AppStoreSync

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitAppStoreSyncAPI {
    public static var appStoreSync: StoreKitAppStoreSyncAPI { StoreKitAppStoreSyncAPI() }
}

/// Asking for the status of subscriptions: `Product.SubscriptionInfo.status`.
public struct StoreKitSubscriptionStatusAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.SubscriptionStatus

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitSubscriptionStatusAPI {
    public static var subscriptionStatus: StoreKitSubscriptionStatusAPI { StoreKitSubscriptionStatusAPI() }
}

/// Asking for the app's own transaction: `AppTransaction.shared` and `AppTransaction.refresh()`.
public struct StoreKitAppTransactionAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.AppTransaction

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitAppTransactionAPI {
    public static var appTransaction: StoreKitAppTransactionAPI { StoreKitAppTransactionAPI() }
}

/// The sheet in which customers manage subscriptions, which does not exist on Linux.
public struct StoreKitManageSubscriptionsAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.ManageSubscriptions

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitManageSubscriptionsAPI {
    public static var manageSubscriptions: StoreKitManageSubscriptionsAPI { StoreKitManageSubscriptionsAPI() }
}

/// The sheet in which customers ask for a refund, which does not exist on Linux.
public struct StoreKitRefundRequestAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.RefundRequest

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitRefundRequestAPI {
    public static var refundRequest: StoreKitRefundRequestAPI { StoreKitRefundRequestAPI() }
}

/// The sheet in which customers redeem offer codes, which does not exist on Linux.
public struct StoreKitOfferCodeRedeemAPI: FailableStoreKitAPI {
    public typealias Failure = SKTestFailures.OfferCodeRedeem

    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitOfferCodeRedeemAPI {
    public static var offerCodeRedeem: StoreKitOfferCodeRedeemAPI { StoreKitOfferCodeRedeemAPI() }
}
