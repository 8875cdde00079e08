internal import AppStoreData

// The same members for each type that the App Store signs. They are written out for each, as Apple does: a constrained
// extension over a protocol would offer them under another signature.

extension VerificationResult where SignedType == Transaction {
    /// The transaction as a compact JWS: header, payload and signature in base64url, joined by dots.
    public var jwsRepresentation: String {
        signed.jws
    }

    /// The JWS header, as JSON.
    public var headerData: Data {
        signed.parts?.header ?? Data()
    }

    /// The signed payload, as JSON.
    public var payloadData: Data {
        signed.parts?.payload ?? Data()
    }

    /// The signature's two numbers, 32 bytes each.
    public var signatureData: Data {
        signed.parts?.signature ?? Data()
    }

    /// The signature of the JWS. ``P256`` is a type of this module that has the name of CryptoKit's.
    public var signature: P256.Signing.ECDSASignature {
        P256.Signing.ECDSASignature(unchecked: signatureData)
    }

    /// The bytes that the signature is over.
    public var signedData: Data {
        signed.parts?.signedData ?? Data()
    }

    /// When the store signed the transaction.
    public var signedDate: Date {
        unsafePayloadValue.signedDate
    }

    /// SHA-384 of the lower-case nonce followed by the lower-case ``AppStore/deviceVerificationID``.
    public var deviceVerification: Data {
        unsafePayloadValue.deviceVerification
    }

    public var deviceVerificationNonce: UUID {
        unsafePayloadValue.deviceVerificationNonce
    }
}

extension VerificationResult where SignedType == Product.SubscriptionInfo.RenewalInfo {
    /// The renewal info as a compact JWS: header, payload and signature in base64url, joined by dots.
    public var jwsRepresentation: String {
        signed.jws
    }

    /// The JWS header, as JSON.
    public var headerData: Data {
        signed.parts?.header ?? Data()
    }

    /// The signed payload, as JSON.
    public var payloadData: Data {
        signed.parts?.payload ?? Data()
    }

    /// The signature's two numbers, 32 bytes each.
    public var signatureData: Data {
        signed.parts?.signature ?? Data()
    }

    /// The signature of the JWS. ``P256`` is a type of this module that has the name of CryptoKit's.
    public var signature: P256.Signing.ECDSASignature {
        P256.Signing.ECDSASignature(unchecked: signatureData)
    }

    /// The bytes that the signature is over.
    public var signedData: Data {
        signed.parts?.signedData ?? Data()
    }

    /// When the store signed the renewal info.
    public var signedDate: Date {
        unsafePayloadValue.signedDate
    }

    /// SHA-384 of the lower-case nonce followed by the lower-case ``AppStore/deviceVerificationID``.
    public var deviceVerification: Data {
        unsafePayloadValue.deviceVerification
    }

    public var deviceVerificationNonce: UUID {
        unsafePayloadValue.deviceVerificationNonce
    }
}

extension VerificationResult where SignedType == AppTransaction {
    /// The app transaction as a compact JWS: header, payload and signature in base64url, joined by dots.
    public var jwsRepresentation: String {
        signed.jws
    }

    /// The JWS header, as JSON.
    public var headerData: Data {
        signed.parts?.header ?? Data()
    }

    /// The signed payload, as JSON.
    public var payloadData: Data {
        signed.parts?.payload ?? Data()
    }

    /// The signature's two numbers, 32 bytes each.
    public var signatureData: Data {
        signed.parts?.signature ?? Data()
    }

    /// The signature of the JWS. ``P256`` is a type of this module that has the name of CryptoKit's.
    public var signature: P256.Signing.ECDSASignature {
        P256.Signing.ECDSASignature(unchecked: signatureData)
    }

    /// The bytes that the signature is over.
    public var signedData: Data {
        signed.parts?.signedData ?? Data()
    }

    /// When the store signed the app transaction.
    public var signedDate: Date {
        unsafePayloadValue.signedDate
    }

    /// SHA-384 of the lower-case nonce followed by the lower-case ``AppStore/deviceVerificationID``.
    public var deviceVerification: Data {
        unsafePayloadValue.deviceVerification
    }

    public var deviceVerificationNonce: UUID {
        unsafePayloadValue.deviceVerificationNonce
    }
}
