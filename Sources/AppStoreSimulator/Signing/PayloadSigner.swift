public import Foundation

/// How a store signs what it issues. It is handed in, so that the store itself needs no cryptography.
public struct PayloadSigner: Sendable {
    /// Makes a compact JWS of a payload.
    public var sign: @Sendable (_ payload: Data) throws -> String
    /// What ties a payload to a device: SHA-384 over both UUIDs in lower case, the nonce first.
    public var deviceVerification: @Sendable (_ nonce: UUID, _ deviceID: UUID) -> Data

    public init(
        sign: @escaping @Sendable (_ payload: Data) throws -> String,
        deviceVerification: @escaping @Sendable (_ nonce: UUID, _ deviceID: UUID) -> Data
    ) {
        self.sign = sign
        self.deviceVerification = deviceVerification
    }
}
