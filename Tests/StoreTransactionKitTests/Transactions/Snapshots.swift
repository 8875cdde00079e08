import Foundation
import StoreKit

@testable import StoreTransactionKit

extension StoreTransactionSnapshot {
    /// A transaction made of what a test is about. Dates are days since 1970.
    static func sample(
        _ id: UInt64, of original: UInt64? = nil, product: String = "plus", type: Product.ProductType = .autoRenewable,
        bought: Int = 0, expires: Int? = 30, revoked: Int? = nil, isUpgraded: Bool = false,
        signed: Int? = nil
    ) -> StoreTransactionSnapshot {
        StoreTransactionSnapshot(
            id: id, originalID: original ?? id, productID: product, subscriptionGroupID: nil, productType: type,
            environment: .xcode, offer: nil, storefrontID: "143441", storefrontCountryCode: "USA", price: nil,
            currency: nil, purchaseDate: .day(bought), originalPurchaseDate: .day(bought),
            expirationDate: expires.map(Date.day), revocationDate: revoked.map(Date.day), revocationReason: nil,
            purchasedQuantity: 1, isUpgraded: isUpgraded, ownershipType: .purchased, reason: .purchase,
            appAccountToken: nil, signedDate: .day(signed ?? revoked ?? bought), jwsRepresentation: "",
            revision: Revision(
                transaction: TransactionKey(environment: "Xcode", id: id),
                digest: UInt64(revoked ?? 0) * 2 + (isUpgraded ? 1 : 0)
            )
        )
    }
}

extension Date {
    static func day(_ day: Int) -> Date { Date(timeIntervalSince1970: Double(day) * 86_400) }
}
