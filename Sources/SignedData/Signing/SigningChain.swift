internal import AppStoreData
internal import COpenSSL
public import Foundation

/// A certificate chain shaped like the App Store's, with the key that signs at its end.
///
/// Root and intermediate have P-384 keys and the leaf a P-256 key; each signature is SHA-384; intermediate and leaf carry
/// Apple's marker extensions, key identifiers and critical basic constraints. A verifier of App Store signed data
/// accepts what it signs exactly if it trusts ``root``.
///
/// The names and keys are the chain's own. Two chains trust nothing of each other.
public final class SigningChain: Sendable {
    public let root: Certificate
    public let intermediate: Certificate
    /// Its key signs the payloads.
    public let leaf: Certificate
    private let signer: CertifiedKey
    private let header: [UInt8]

    /// Makes new keys and certificates.
    ///
    /// - Parameter start: the earliest moment at which something will be signed. Every certificate is valid from a day
    ///   before it and for a hundred years, so that no simulated future outlives the chain.
    /// - Throws: ``OpenSSLError`` if OpenSSL is out of memory or of randomness, or if a certificate cannot have such dates:
    ///   the last year is 9999.
    public init(startingAt start: Date) throws(OpenSSLError) {
        let day: TimeInterval = 24 * 60 * 60
        let notBefore = start.addingTimeInterval(-day)
        let notAfter = start.addingTimeInterval(36525 * day)
        func template(_ name: String, _ curve: KeyPair.Curve) -> CertificateTemplate {
            CertificateTemplate(commonName: name, notBefore: notBefore, notAfter: notAfter, curve: curve)
        }
        var rootTemplate = template("Simulated App Store Root CA", .p384)
        rootTemplate.isAuthority = true
        rootTemplate.keyUsage = "keyCertSign,cRLSign"
        let root = try CertifiedKey(rootTemplate)

        var intermediateTemplate = template("Simulated App Store Intermediate CA", .p384)
        intermediateTemplate.isAuthority = true
        intermediateTemplate.pathLength = 0
        intermediateTemplate.keyUsage = "keyCertSign,cRLSign"
        intermediateTemplate.markers = [CertificateTemplate.Identifier.worldwideDeveloperRelations]
        let intermediate = try CertifiedKey(intermediateTemplate, issuedBy: root)

        var leafTemplate = template("Simulated App Store Signing", .p256)
        leafTemplate.isAuthority = false
        leafTemplate.keyUsage = "digitalSignature"
        leafTemplate.markers = [CertificateTemplate.Identifier.receiptSigning]
        let leaf = try CertifiedKey(leafTemplate, issuedBy: intermediate)

        signer = leaf
        self.leaf = leaf.certificate
        self.intermediate = intermediate.certificate
        self.root = root.certificate
        header = Self.header(presenting: [leaf.certificate, intermediate.certificate, root.certificate])
    }

    /// Signs a payload, word for word, into a compact JWS whose header presents the whole chain.
    public func sign(payload: Data) throws(OpenSSLError) -> String {
        try CompactJWS.sign(header: header, payload: payload, with: signer.key)
    }

    /// The leaf's private key as the text of a `.p8` file.
    package func signingKeyPEM() throws(OpenSSLError) -> String {
        try signer.privateKeyPEM()
    }

    /// The value that ties a payload to one device: the SHA-384 of the nonce and the device's identifier, both as text in
    /// lower case, the nonce first. 48 bytes.
    public static func deviceVerification(nonce: UUID, deviceID: UUID) -> Data {
        let text = Array((nonce.uuidString + deviceID.uuidString).lowercased().utf8)
        var digest = [UInt8](repeating: 0, count: 48)
        SHA384(text, text.count, &digest)
        return Data(digest)
    }

    private static func header(presenting certificates: [Certificate]) -> [UInt8] {
        let chain = certificates.map { "\"\($0.base64)\"" }.joined(separator: ",")
        return Array(#"{"alg":"ES256","kid":"Apple_Xcode_Key","typ":"JWT","x5c":[\#(chain)]}"#.utf8)
    }
}
