public import AppStoreData
public import Foundation

/// Everything that can happen to a store.
///
/// Events and their times are all that a store's state comes from: the same ones in the same order give the same state,
/// and the same payloads.
public enum StoreEvent: Hashable, Sendable, Codable {
    /// Nothing but what is due by now.
    case timePassed
    /// A device is there from now on.
    case connect(DeviceID)
    case purchase(PurchaseRequest, on: DeviceID)
    case approve(transactionID: UInt64)
    case decline(transactionID: UInt64)
    /// The customer resolved the issue of an interrupted purchase, or paid a subscription whose renewal failed.
    case resolveIssue(transactionID: UInt64)
    /// The app has dealt with the revision of this date, or with any if there is none. Changes nothing if there is a later one.
    case finish(transactionID: UInt64, signedDate: Timestamp? = nil, account: String)
    case setAutoRenew(Bool, transactionID: UInt64)
    /// Ends the running period now.
    case expire(productID: String, account: String)
    /// Ends the running period now, and attempts the renewal.
    case renew(productID: String, account: String)
    /// Asks the customer to agree to a new price, which is the old one when nil.
    case requestPriceIncrease(transactionID: UInt64, price: Decimal?)
    case consentToPriceIncrease(transactionID: UInt64)
    case declinePriceIncrease(transactionID: UInt64)
    case refund(transactionID: UInt64, reason: RevocationReason)
    case reverseRefund(transactionID: UInt64)
    /// From now on the account and the family's others share what can be shared. It leaves the family it was in.
    case joinFamily(String, account: String)
    case leaveFamily(account: String)
    /// The customer chose a purchase in the App Store that the app is to complete.
    case promote(productID: String, offerID: String?, account: String)
    case delete(transactionID: UInt64)
    /// Deletes every transaction, subscription and pending purchase. Identifiers go on counting.
    case clear
    case changeSettings(StoreSettings)
}
