internal import AppStoreData
internal import COpenSSL
public import Foundation

/// An X.509 certificate, parsed once and not changed after.
public final class Certificate: @unchecked Sendable {
    /// The one right DER encoding.
    public let der: Data
    /// The DER as an `x5c` spells it.
    let base64: String
    let pointer: OpaquePointer

    /// Takes over the reference that the caller holds.
    init(owning pointer: OpaquePointer, der: some Collection<UInt8>) {
        self.pointer = pointer
        self.der = Data(der)
        base64 = Base64.standard.string(self.der)
        // OpenSSL reads the extensions when it is first asked for one of them; asking here keeps that on one thread.
        X509_check_purpose(pointer, -1, 0)
        // Whether they can be read is kept in its flags.
        ERR_clear_error()
    }

    /// - Throws: ``OpenSSLError`` if the bytes are not exactly one certificate in DER.
    public convenience init(der: some Collection<UInt8>) throws(OpenSSLError) {
        let bytes = Array(der)
        try self.init(prefixOf: bytes)
        guard isExactly(bytes) else { throw OpenSSLError("read a certificate that is not DER, or has bytes after it") }
    }

    /// The certificate that the bytes begin with, whether or not they are DER.
    convenience init(prefixOf bytes: [UInt8]) throws(OpenSSLError) {
        let parsed: OpaquePointer? = bytes.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return d2i_X509(nil, &cursor, buffer.count)
        }
        guard let parsed else { throw OpenSSLError("read a certificate") }
        self.init(owning: parsed, der: bytes)
    }

    deinit {
        X509_free(pointer)
    }

    /// The certificate between `BEGIN CERTIFICATE` and `END CERTIFICATE` lines.
    public var pem: String {
        let lines = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n"
    }
}
