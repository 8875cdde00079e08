public import AppStoreData
public import Foundation

/// What the older form of a promotional-offer signature is made over: for
/// `Product.PurchaseOption.promotionalOffer(offerID:keyID:nonce:signature:timestamp:)` and StoreKit 1's
/// `SKPaymentDiscount`.
public struct OfferSignatureTerms: Hashable, Sendable {
    /// The app.
    public var bundleID: String
    /// The identifier of the key that signs.
    public var keyID: String
    /// The subscription.
    public var productID: String
    /// The offer's identifier in App Store Connect.
    public var offerID: String
    /// The token that the app sets on the purchase. `nil` when it sets none.
    public var appAccountToken: UUID?
    /// A value never used before.
    public var nonce: UUID
    /// When the server signed. The App Store accepts a signature for 24 hours.
    public var timestamp: Timestamp

    public init(
        bundleID: String, keyID: String, productID: String, offerID: String, appAccountToken: UUID?, nonce: UUID,
        timestamp: Timestamp
    ) {
        self.bundleID = bundleID
        self.keyID = keyID
        self.productID = productID
        self.offerID = offerID
        self.appAccountToken = appAccountToken
        self.nonce = nonce
        self.timestamp = timestamp
    }

    /// The signed text: the parts in this order, UUIDs in lower case, joined by an invisible separator (U+2063).
    var text: String {
        [
            bundleID, keyID, productID, offerID, appAccountToken?.uuidString.lowercased() ?? "",
            nonce.uuidString.lowercased(), String(timestamp.rawValue),
        ].joined(separator: "\u{2063}")
    }
}

extension SigningKey {
    /// Signs a promotional offer in the older form.
    ///
    /// - Returns: an ECDSA signature in DER, as StoreKit 2 takes it. StoreKit 1 takes it in base64.
    public func offerSignature(for terms: OfferSignatureTerms) throws(OpenSSLError) -> Data {
        Data(try pair.signature(over: terms.text.utf8))
    }
}

extension VerifyingKey {
    /// Whether `signature`, in DER, was made over exactly these terms by this key's private half.
    ///
    /// Says nothing of age or reuse: the caller compares the timestamp with its clock and remembers nonces.
    public func accepts(_ signature: Data, for terms: OfferSignatureTerms) -> Bool {
        pair.accepts(Array(signature), over: terms.text.utf8)
    }
}
