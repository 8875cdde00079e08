internal import AppStoreData
package import SignedData

/// The app's keys, with which its server signs offers.
package struct OfferKeys: Sendable {
    package var bundleID: String
    /// By identifier.
    package var keys: [String: VerifyingKey]

    package init(bundleID: String, keys: [String: VerifyingKey]) {
        self.bundleID = bundleID
        self.keys = keys
    }

    func accepts(
        _ signature: Product.SubscriptionOffer.Signature, offerID: String, productID: String, appAccountToken: UUID?
    ) -> Bool {
        let terms = OfferSignatureTerms(
            bundleID: bundleID, keyID: signature.keyID, productID: productID, offerID: offerID,
            appAccountToken: appAccountToken, nonce: signature.nonce,
            timestamp: Timestamp(rawValue: Int64(signature.timestamp)))
        return keys[signature.keyID]?.accepts(signature.signature, for: terms) ?? false
    }

    func allowsPromotionalOffer(_ jws: String, offerID: String, productID: String) -> Bool {
        guard let request = try? ServerRequest<PromotionalOfferClaims>(verifying: jws, with: keys) else { return false }
        return request.bundleID == bundleID && request.claims.offerID == offerID
            && request.claims.productID == productID
    }

    /// False for a JWS that does not hold: the purchase is then made at the full price.
    func allowsIntroductoryOffer(_ jws: String, productID: String) -> Bool {
        guard let request = try? ServerRequest<IntroductoryOfferEligibilityClaims>(verifying: jws, with: keys) else {
            return false
        }
        return request.bundleID == bundleID && request.claims.productID == productID
            && request.claims.allowsIntroductoryOffer
    }
}
