internal import COpenSSL
package import Foundation

/// What a certificate shall say, before it is signed.
package struct CertificateTemplate {
    package enum Digest: Sendable {
        case sha1
        case sha256
        case sha384
    }

    package enum Identifier {
        /// Marks the certificate that signs what the App Store says.
        package static let receiptSigning = "1.2.840.113635.100.6.11.1"
        /// Marks the authority below Apple's root that issues it.
        package static let worldwideDeveloperRelations = "1.2.840.113635.100.6.2.1"
    }

    package var commonName: String
    /// The issuer's, if it is not to be said as it is.
    package var issuerName: String?
    package var notBefore: Date
    package var notAfter: Date
    package var curve: KeyPair.Curve
    package var digest = Digest.sha384
    /// Nil leaves the extension out.
    package var isAuthority: Bool?
    package var pathLength: Int?
    /// OpenSSL's spelling, such as `digitalSignature`; nil leaves the extension out.
    package var keyUsage: String?
    package var extendedKeyUsage: String?
    package var hasKeyIdentifiers = true
    /// In hexadecimal, if it is not to be the digest of the key.
    package var keyIdentifier: String?
    package var hasCriticalBasicConstraints = true
    /// Object identifiers of extensions that say nothing but that they are there.
    package var markers: [String] = []
    package var criticalMarkers: [String] = []
    package var responder: String?

    package init(commonName: String, notBefore: Date, notAfter: Date, curve: KeyPair.Curve) {
        self.commonName = commonName
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.curve = curve
    }
}

extension CertificateTemplate {
    /// The certificate of `key`, signed by `issuer`, or by itself without one.
    func sign(_ key: KeyPair, issuedBy issuer: CertifiedKey?) throws(OpenSSLError) -> Certificate {
        let operation = "make the certificate of \(commonName)"
        guard let certificate = X509_new() else { throw OpenSSLError(operation) }
        let issuerCertificate = issuer?.certificate.pointer ?? certificate
        var isDone = false
        defer { if !isDone { X509_free(certificate) } }

        var serial = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        serial[0] = serial[0] & 0x7F | 0x40
        let name = Array(commonName.utf8)
        let number = BN_bin2bn(serial, CInt(serial.count), nil)
        defer { BN_free(number) }
        guard X509_set_version(certificate, 2) == 1,
            BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil,
            set(X509_getm_notBefore(certificate), to: notBefore), set(X509_getm_notAfter(certificate), to: notAfter),
            X509_NAME_add_entry_by_txt(
                X509_get_subject_name(certificate), "CN", MBSTRING_UTF8, name, CInt(name.count), -1, 0) == 1,
            X509_set_pubkey(certificate, key.pointer) == 1,
            X509_set_issuer_name(certificate, X509_get_subject_name(issuerCertificate)) == 1
        else { throw OpenSSLError(operation) }
        if let issuerName {
            let name = Array(issuerName.utf8)
            guard let issuer = X509_NAME_new() else { throw OpenSSLError(operation) }
            defer { X509_NAME_free(issuer) }
            guard X509_NAME_add_entry_by_txt(issuer, "CN", MBSTRING_UTF8, name, CInt(name.count), -1, 0) == 1,
                X509_set_issuer_name(certificate, issuer) == 1
            else { throw OpenSSLError(operation) }
        }

        for (name, value) in extensions(issuedBy: issuer?.certificate) {
            var context = X509V3_CTX()
            X509V3_set_ctx(&context, issuerCertificate, certificate, nil, nil, 0)
            guard let item = X509V3_EXT_conf(nil, &context, name, value) else { throw OpenSSLError(operation) }
            defer { X509_EXTENSION_free(item) }
            guard X509_add_ext(certificate, item, -1) == 1 else { throw OpenSSLError(operation) }
        }
        let hash =
            switch digest {
            case .sha1: EVP_sha1()
            case .sha256: EVP_sha256()
            case .sha384: EVP_sha384()
            }
        guard X509_sign(certificate, (issuer?.key ?? key).pointer, hash) > 0 else { throw OpenSSLError(operation) }

        let der = try serialize(operation) { i2d_X509(certificate, $0) }
        isDone = true
        return Certificate(owning: certificate, der: der)
    }

    /// False for what no certificate can say: years beyond the four digits that there are for them, or no date at all.
    private func set(_ time: UnsafeMutablePointer<ASN1_TIME>?, to date: Date) -> Bool {
        guard let seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.down)), Self.sayable.contains(seconds)
        else { return false }
        return ASN1_TIME_set(time, seconds) != nil
    }

    /// From the year 0 to the end of 9999.
    private static var sayable: ClosedRange<time_t> { -62_167_219_200...253_402_300_799 }

    private func extensions(issuedBy issuer: Certificate?) -> [(name: String, value: String)] {
        var extensions: [(String, String)] = []
        if let isAuthority {
            let pathLength = pathLength.map { ",pathlen:\($0)" } ?? ""
            let value = "CA:\(isAuthority ? "TRUE" : "FALSE")\(pathLength)"
            extensions.append(("basicConstraints", (hasCriticalBasicConstraints ? "critical," : "") + value))
        }
        if let keyUsage { extensions.append(("keyUsage", "critical," + keyUsage)) }
        if let extendedKeyUsage { extensions.append(("extendedKeyUsage", extendedKeyUsage)) }
        if hasKeyIdentifiers {
            extensions.append(("subjectKeyIdentifier", keyIdentifier ?? "hash"))
            if issuer?.hasKeyIdentifier == true { extensions.append(("authorityKeyIdentifier", "keyid:always")) }
        }
        if let responder { extensions.append(("authorityInfoAccess", "OCSP;URI:\(responder)")) }
        extensions += markers.map { ($0, "DER:0500") }
        extensions += criticalMarkers.map { ($0, "critical,DER:0500") }
        return extensions
    }
}
