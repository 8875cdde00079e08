internal import AppStoreData
internal import AppStoreSimulator
public import Foundation
public import StoreKit

extension SKTestSession {
    /// Whether purchases wait for a parent's approval.
    public var askToBuyEnabled: Bool {
        get { settings.isAskToBuyEnabled }
        set { update { $0.isAskToBuyEnabled = newValue } }
    }

    /// Whether the system's dialogs are left out. There are none here, so it only keeps what it was set to.
    public var disableDialogs: Bool {
        get { settings.disablesDialogs }
        set { update { $0.disablesDialogs = newValue } }
    }

    /// Whether purchases wait until an issue is resolved; see ``resolveIssueForTransaction(identifier:)-(UInt)``.
    public var interruptedPurchasesEnabled: Bool {
        get { settings.interruptsPurchases }
        set { update { $0.interruptsPurchases = newValue } }
    }

    /// Whether renewals fail, so that subscriptions enter billing retry.
    public var shouldEnterBillingRetryOnRenewal: Bool {
        get { settings.entersBillingRetryOnRenewal }
        set { update { $0.entersBillingRetryOnRenewal = newValue } }
    }

    /// Whether a subscription whose renewal failed stays an entitlement for a while. Has no effect without
    /// ``shouldEnterBillingRetryOnRenewal``.
    public var billingGracePeriodIsEnabled: Bool {
        get { settings.isBillingGracePeriodEnabled }
        set { update { $0.isBillingGracePeriodEnabled = newValue } }
    }

    /// The storefront's country or region, as ISO 3166-1 alpha-3. A code that has no App Store is ignored.
    public var storefront: String {
        get { settings.storefront.countryCode }
        set {
            guard let storefront = StorefrontMessage(countryCode: newValue) else { return }
            update { $0.storefront = storefront }
        }
    }

    /// The language and region that products are described in.
    public var locale: Locale {
        get { Locale(identifier: settings.localeIdentifier) }
        set { update { $0.localeIdentifier = newValue.identifier } }
    }

    /// How fast subscriptions live. Counts for periods that begin after it was set.
    public var timeRate: SKTestSession.TimeRate {
        get { TimeRate(rawValue: settings.timeRate.rawValue) ?? .realTime }
        set {
            guard let rate = AppStoreSimulator.TimeRate(rawValue: newValue.rawValue) else { return }
            update { $0.timeRate = rate }
        }
    }

    /// Gives every property the file's value again and disarms simulated errors that the file does not arm.
    /// Transactions stay.
    public func resetToDefaultState() {
        let settings = fileSettings
        update { $0 = settings }
        device.behaviour = defaultBehaviour
        failures.withLock { $0 = ArmedFailures() }
        armFailuresOfFile()
    }

    var settings: StoreSettings {
        (try? store.settings) ?? fileSettings
    }

    /// The store refuses only what it could not save, and it saves nothing by itself.
    func update(_ change: (inout StoreSettings) -> Void) {
        try? store.updateSettings(change)
    }
}

// Failing purchases the older way; setSimulatedError(_:forAPI:) replaced it.
extension SKTestSession {
    /// Whether purchases fail with ``failureError``, unless another error was armed for them.
    public var failTransactionsEnabled: Bool {
        get { settings.failsTransactions }
        set {
            update { $0.failsTransactions = newValue }
            applyFailures()
        }
    }

    /// What purchases fail with when ``failTransactionsEnabled`` says so.
    public var failureError: SKError.Code {
        get { failures.withLock { $0.legacyCode } }
        set {
            failures.withLock { $0.legacyCode = newValue }
            applyFailures()
        }
    }
}
