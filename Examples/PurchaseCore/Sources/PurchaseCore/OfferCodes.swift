// A code that is redeemed in the App Store, by a link or on this sheet arrives at the listener like any purchase from
// outside the app, so there is nothing to deliver here.
#if os(iOS) || os(visionOS)
    import StoreKit
    import UIKit

    extension Shop {
        /// Shows the system's sheet for entering an offer code.
        public func redeemOfferCode(in scene: UIWindowScene) async throws {
            try await AppStore.presentOfferCodeRedeemSheet(in: scene)
        }
    }
#endif
