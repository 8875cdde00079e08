public import Foundation
public import StoreKit

extension Product.PurchaseOption {
    /// What has become of a subscription that was bought in the past.
    @nonexhaustive
    public enum SubscriptionRenewalBehavior {
        /// It has renewed ever since.
        case renewUntilNow
        /// Automatic renewal was turned off right after the purchase.
        case cancelImmediately
    }

    /// Dates the purchase in the past, with every renewal since then. For ``SKTestSession/buyProduct(identifier:options:)``.
    ///
    /// - Parameter date: never in the future.
    public static func purchaseDate(
        _ date: Date, renewalBehavior: Product.PurchaseOption.SubscriptionRenewalBehavior = .renewUntilNow
    ) -> Product.PurchaseOption {
        let renewsUntilNow =
            switch renewalBehavior {
            case .renewUntilNow: true
            case .cancelImmediately: false
            }
        return Product.PurchaseOption(.purchaseDate(date, renewsUntilNow: renewsUntilNow))
    }

    /// Buys by redeeming an offer code of the file. For ``SKTestSession/buyProduct(identifier:options:)``.
    public static func codeOffer(referenceName: String) -> Product.PurchaseOption {
        Product.PurchaseOption(.codeOffer(referenceName: referenceName))
    }
}
