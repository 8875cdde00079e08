public import Foundation
public import StoreKit

/// A transaction as the test environment sees it: what Xcode's transaction manager shows.
///
/// A value of one moment; ask ``SKTestSession/allTransactions()`` again for what it has become.
public class SKTestTransaction: NSObject {
    /// What the session's methods take. The same number as `Transaction.id`.
    public let identifier: UInt
    public let originalTransactionIdentifier: UInt
    public let productIdentifier: String
    /// `deferred` while someone has to approve, `purchasing` while an issue is unresolved.
    public let state: SKPaymentTransactionState
    public let purchaseDate: Date
    /// When the purchase was refunded or revoked.
    public let cancelDate: Date?
    public let expirationDate: Date?
    public let autoRenewingEnabled: Bool
    /// Whether the purchase or the subscription's renewal waits for the customer to resolve an issue.
    public let hasPurchaseIssue: Bool
    public let pendingAskToBuyConfirmation: Bool
    public let isPendingPriceIncreaseConsent: Bool

    init(
        identifier: UInt64, originalIdentifier: UInt64, productIdentifier: String, state: SKPaymentTransactionState,
        purchaseDate: Date, cancelDate: Date? = nil, expirationDate: Date? = nil, autoRenewingEnabled: Bool = false,
        hasPurchaseIssue: Bool = false, pendingAskToBuyConfirmation: Bool = false,
        isPendingPriceIncreaseConsent: Bool = false
    ) {
        self.identifier = UInt(identifier)
        originalTransactionIdentifier = UInt(originalIdentifier)
        self.productIdentifier = productIdentifier
        self.state = state
        self.purchaseDate = purchaseDate
        self.cancelDate = cancelDate
        self.expirationDate = expirationDate
        self.autoRenewingEnabled = autoRenewingEnabled
        self.hasPurchaseIssue = hasPurchaseIssue
        self.pendingAskToBuyConfirmation = pendingAskToBuyConfirmation
        self.isPendingPriceIncreaseConsent = isPendingPriceIncreaseConsent
    }
}
