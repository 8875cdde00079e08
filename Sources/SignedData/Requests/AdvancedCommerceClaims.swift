public import Foundation

/// Carries an in-app request of the Advanced Commerce API: for StoreKit's `AdvancedCommerceProduct`.
public struct AdvancedCommerceClaims: ServerRequestClaims {
    public static let audience = "advanced-commerce-api"

    /// The request's JSON, word for word. The claim `request` holds it in base64.
    public var request: Data

    public init(request: Data) {
        self.request = request
    }
}
