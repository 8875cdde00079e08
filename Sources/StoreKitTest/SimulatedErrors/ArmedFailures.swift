internal import StoreKit

/// The errors that a session has armed, by the API that they are for.
struct ArmedFailures {
    private var failures: [ObjectIdentifier: any SKTestFailure] = [:]
    var errors = SimulatedErrors()
    /// Meets purchases when the older switch is on and nothing else is armed for them.
    var legacyCode = SKError.Code.unknown

    func failure<API: FailableStoreKitAPI>(for api: API) -> API.Failure? {
        failures[ObjectIdentifier(API.self)] as? API.Failure
    }

    mutating func arm<API: FailableStoreKitAPI>(_ failure: API.Failure?, for api: API) {
        failures[ObjectIdentifier(API.self)] = failure
        // What has no counterpart here is kept and nothing meets it.
        guard let armed = API.self as? any SimulatedFailure.Type else { return }
        armed.armErased(failure, in: &errors)
    }

    /// Makes the call fail with `StoreKitError.unknown`, although nothing is armed for it.
    mutating func armUnknown<API: FailableStoreKitAPI>(for api: API) {
        (API.self as? any SimulatedFailure.Type)?.armUnknown(in: &errors)
    }
}

extension SimulatedErrors {
    /// Every call that fails does so with `StoreKitError.unknown`, whatever was armed. Verification reports as before.
    mutating func throwUnknown() {
        loadProducts = loadProducts.map { _ in .unknown }
        purchase = purchase.map { _ in StoreKitError.unknown }
        appStoreSync = appStoreSync.map { _ in .unknown }
        subscriptionStatus = subscriptionStatus.map { _ in .unknown }
        appTransaction = appTransaction.map { _ in .unknown }
    }
}

extension SimulatedFailure {
    fileprivate static func armErased(_ failure: (any SKTestFailure)?, in errors: inout SimulatedErrors) {
        arm(failure as? Failure, in: &errors)
    }

    fileprivate static func armUnknown(in errors: inout SimulatedErrors) {
        arm(unknown, in: &errors)
    }
}

extension SKError.Code {
    /// The error of StoreKit 2 that stands for this one of StoreKit 1.
    var purchaseError: any Error {
        switch self {
        case .unknown: StoreKitError.unknown
        case .invalidOfferIdentifier: Product.PurchaseError.invalidOfferIdentifier
        case .invalidSignature: Product.PurchaseError.invalidOfferSignature
        case .missingOfferParams: Product.PurchaseError.missingOfferParameters
        case .invalidOfferPrice: Product.PurchaseError.invalidOfferPrice
        }
    }
}
