extension AdvancedCommerceProduct {
    /// One thing that an Advanced Commerce purchase is to be made with.
    public struct PurchaseOption: Equatable, Hashable, Sendable {
        let handler: StorefrontChangeHandler

        /// Asks the app whether to go on when the storefront changes. Two options are equal only if one is a copy of the
        /// other.
        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> AdvancedCommerceProduct.PurchaseOption {
            PurchaseOption(handler: StorefrontChangeHandler(shouldContinue: shouldContinuePurchase))
        }
    }
}

extension AdvancedCommerceProduct.PurchaseOption: CustomDebugStringConvertible {
    public var debugDescription: String {
        "onStorefrontChange"
    }
}
