import Foundation

/// A payload that the App Store signs: what is between the two dots of a compact JWS.
public protocol AppStorePayload: Hashable, Sendable, Codable {
    init()
}

extension AppStorePayload {
    /// Reads the payload of a compact JWS **without verifying anything**: whoever made the text decides what it says.
    ///
    /// For showing what a payload says and for choosing which verifier to ask. Never decide on access by it.
    public init(unverifiedJWS jws: String) throws(UnverifiedJWSError) {
        self = try Self(unverifiedPayload: UnverifiedJWS(jws).payload)
    }

    private init(unverifiedPayload payload: Data) throws(UnverifiedJWSError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: payload)
        } catch let DecodingError.typeMismatch(_, context), let DecodingError.dataCorrupted(context),
            let DecodingError.valueNotFound(_, context)
        {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw .unreadablePayload(member: path.isEmpty ? nil : path, reason: context.debugDescription)
        } catch {
            throw .unreadablePayload(member: nil, reason: String(describing: error))
        }
    }
}
