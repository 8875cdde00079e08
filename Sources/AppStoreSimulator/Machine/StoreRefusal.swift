public import AppStoreData
public import Foundation

/// Why the store did not do what it was asked for. Nothing has changed then.
public enum StoreRefusal: Error, Hashable, Sendable, Codable {
    case noSuchProduct(String)
    /// A purchase has from 1 to 10 pieces, and more than one only of consumables and non-renewing subscriptions.
    case invalidQuantity(Int, productID: String)
    /// A purchase can be dated in the past, back to when the App Store opened, but not in the future.
    case invalidPurchaseDate(Timestamp)
    /// So many periods would have passed since the purchase date that making them all is likely a mistake.
    case tooManyPeriods(since: Timestamp)
    case noSuchOffer(String, productID: String)
    case ineligibleForOffer(String, productID: String)
    case noSuchTransaction(UInt64)
    /// The account has no subscription to the product that is still running or being billed.
    case noSubscription(productID: String)
    /// The transaction is not in a state in which this can be done to it.
    case invalidAction(transactionID: UInt64, reason: String)
    /// The state after the change could not be kept, so the change was not made.
    case notSaved(reason: String)
}

extension StoreRefusal: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .noSuchProduct(let id):
            "no product \(id) is in the store's configuration; add it to the .storekit file, or check the spelling"
        case .invalidQuantity(let quantity, let productID):
            "\(quantity) of \(productID) cannot be bought; from 1 to 10 consumables or non-renewing subscriptions can, "
                + "and 1 of anything else"
        case .invalidPurchaseDate(let date):
            "a purchase cannot be dated \(date.date); date it in the past, after 2008-07-10"
        case .tooManyPeriods(let date):
            "more than \(StoreMachine.longestHistory) periods would have passed since \(date.date); "
                + "date the purchase later, or take a slower time rate"
        case .noSuchOffer(let id, let productID):
            "the product \(productID) has no offer \(id); add it to the .storekit file, or check the spelling"
        case .ineligibleForOffer(let id, let productID):
            "the customer is not eligible for the offer \(id) of \(productID)"
        case .noSuchTransaction(let id):
            "no transaction \(id) is in the store; it may have been deleted"
        case .noSubscription(let productID):
            "the customer has no running subscription to \(productID)"
        case .invalidAction(let id, let reason):
            "this cannot be done to the transaction \(id): \(reason)"
        case .notSaved(let reason):
            "the store's state could not be saved, so nothing was changed: \(reason)"
        }
    }

    public var errorDescription: String? { description }
}
