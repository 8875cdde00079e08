public import Foundation

/// The parts of a compact JWS, of which **nothing is verified**.
public struct UnverifiedJWS: Hashable, Sendable {
    public var header: Data
    public var payload: Data
    /// For ES256: r and s, 32 bytes each.
    public var signature: Data
    /// What the signature is over: header and payload as they stand in the text, with the dot between.
    public var signedData: Data

    /// - Throws: ``UnverifiedJWSError`` if the text is not three segments of strict base64url.
    public init(_ jws: String) throws(UnverifiedJWSError) {
        let text = Array(jws.utf8)
        let segments = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3 else { throw .wrongNumberOfSegments(segments.count) }
        header = try Self.decode(segments[0], "header")
        payload = try Self.decode(segments[1], "payload")
        signature = try Self.decode(segments[2], "signature")
        signedData = Data(text[..<segments[1].endIndex])
    }

    private static func decode(
        _ segment: ArraySlice<UInt8>, _ name: String
    ) throws(UnverifiedJWSError) -> Data {
        guard let bytes = Base64.url.decode(segment) else { throw .notBase64URL(segment: name) }
        return Data(bytes)
    }
}

/// Why a compact JWS could not be read.
public enum UnverifiedJWSError: Error, Hashable, Sendable {
    /// A compact JWS has three, separated by dots.
    case wrongNumberOfSegments(Int)
    /// The segment (`header`, `payload` or `signature`) is not base64url without padding.
    case notBase64URL(segment: String)
    /// The payload is not the JSON that was asked for; `member` is the path of what could not be read.
    case unreadablePayload(member: String?, reason: String)
}

extension UnverifiedJWSError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wrongNumberOfSegments(let count):
            "not a compact JWS: it has \(count) segments between dots, and three are needed"
        case .notBase64URL(let segment):
            "the \(segment) of the JWS is not base64url without padding"
        case .unreadablePayload(let member?, let reason):
            "the payload's member \(member) cannot be read: \(reason)"
        case .unreadablePayload(nil, let reason):
            "the payload cannot be read: \(reason)"
        }
    }
}
