internal import COpenSSL

/// A certificate with the key that it is about: what signs another certificate, or data.
package final class CertifiedKey: Sendable {
    package let certificate: Certificate
    package let key: KeyPair

    private init(certificate: Certificate, key: KeyPair) {
        self.certificate = certificate
        self.key = key
    }

    /// Makes a key and its certificate, signed by `issuer`, or by itself without one.
    ///
    /// - Parameter key: an existing key for the new certificate, such as that of an authority that changes its certificate.
    package convenience init(
        _ template: CertificateTemplate, issuedBy issuer: CertifiedKey? = nil, key: KeyPair? = nil
    ) throws(OpenSSLError) {
        let key = if let key { key } else { try KeyPair.generate(on: template.curve) }
        self.init(certificate: try template.sign(key, issuedBy: issuer), key: key)
    }

    /// The private key in PKCS#8, as PEM.
    package func privateKeyPEM() throws(OpenSSLError) -> String {
        PEM(label: "PRIVATE KEY", der: try key.pkcs8()).text
    }
}
