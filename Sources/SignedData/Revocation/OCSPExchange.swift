internal import AppStoreData
internal import COpenSSL
internal import Foundation

/// The question whether one certificate is revoked, and the reading of the answer.
final class OCSPExchange {
    enum Answer {
        case good(until: Timestamp)
        case revoked
        /// Of no use, with the reason.
        case useless(String)
    }

    /// Where the certificate says that the question is to be sent. Nil if it does not.
    let responder: URL?
    /// The request in DER.
    let request: Data
    private let issuer: Certificate
    private let id: OpaquePointer

    init(about certificate: Certificate, issuedBy issuer: Certificate) throws(OpenSSLError) {
        // SHA-1 only names the issuer here; it is what every responder understands.
        guard let id = OCSP_cert_to_id(EVP_sha1(), certificate.pointer, issuer.pointer) else {
            throw OpenSSLError("ask about a certificate")
        }
        self.issuer = issuer
        self.id = id
        responder = certificate.responder
        do throws(OpenSSLError) {
            request = try Self.request(id)
        } catch {
            OCSP_CERTID_free(id)
            throw error
        }
    }

    deinit {
        OCSP_CERTID_free(id)
    }

    private static func request(_ id: OpaquePointer) throws(OpenSSLError) -> Data {
        guard let request = OCSP_REQUEST_new() else { throw OpenSSLError("ask about a certificate") }
        defer { OCSP_REQUEST_free(request) }
        guard let copy = OCSP_CERTID_dup(id) else { throw OpenSSLError("ask about a certificate") }
        guard OCSP_request_add0_id(request, copy) != nil else {
            OCSP_CERTID_free(copy)
            throw OpenSSLError("ask about a certificate")
        }
        return Data(try serialize("ask about a certificate") { i2d_OCSP_REQUEST(request, $0) })
    }

    func read(_ answer: Data, at now: Timestamp) -> Answer {
        defer { ERR_clear_error() }
        guard answer.count <= 1 << 20 else { return .useless("its answer is too large") }
        let bytes = Array(answer)
        let response = bytes.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return d2i_OCSP_RESPONSE(nil, &cursor, buffer.count)
        }
        guard let response else { return .useless("its answer cannot be read") }
        defer { OCSP_RESPONSE_free(response) }
        let outcome = OCSP_response_status(response)
        guard outcome == OCSP_RESPONSE_STATUS_SUCCESSFUL, let basic = OCSP_response_get1_basic(response) else {
            return .useless("it answered with the status \(outcome)")
        }
        defer { OCSP_BASICRESP_free(basic) }
        guard isSigned(basic, at: now) else {
            return .useless("its answer is not signed by the issuer or a responder of the issuer")
        }
        return status(in: basic, at: now)
    }

    /// Whether the issuer, or a responder that the issuer certified for this, signed the answer.
    private func isSigned(_ basic: OpaquePointer, at now: Timestamp) -> Bool {
        guard let store = X509_STORE_new(), let parameters = X509_VERIFY_PARAM_new(),
            let candidates = OPENSSL_sk_new_null()
        else { return false }
        defer {
            X509_STORE_free(store)
            X509_VERIFY_PARAM_free(parameters)
            OPENSSL_sk_free(candidates)
        }
        // The issuer is trusted because its own chain was verified.
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
        X509_VERIFY_PARAM_set_time(parameters, time_t(now.rawValue / 1000))
        return X509_STORE_set1_param(store, parameters) == 1
            && X509_STORE_add_cert(store, issuer.pointer) == 1
            && OPENSSL_sk_push(candidates, UnsafeRawPointer(issuer.pointer)) > 0
            && OCSP_basic_verify(basic, candidates, store, 0) == 1
    }

    private func status(in basic: OpaquePointer, at now: Timestamp) -> Answer {
        var status: CInt = 0
        var reason: CInt = 0
        var revocation: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var thisUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var nextUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        guard OCSP_resp_find_status(basic, id, &status, &reason, &revocation, &thisUpdate, &nextUpdate) == 1 else {
            return .useless("its answer is about another certificate")
        }
        guard let issued = Timestamp(thisUpdate), issued.rawValue <= now.rawValue + Self.tolerance else {
            return .useless("its answer is of the future")
        }
        let next = Timestamp(nextUpdate) ?? Timestamp(rawValue: issued.rawValue + Self.longestWithoutNextUpdate)
        let until = Timestamp(rawValue: next.rawValue + Self.tolerance)
        guard now < until else { return .useless("its answer is out of date") }
        switch status {
        case V_OCSP_CERTSTATUS_GOOD: return .good(until: until)
        case V_OCSP_CERTSTATUS_REVOKED: return .revoked
        default: return .useless("it does not know the certificate")
        }
    }

    /// Milliseconds that the responder's clock may differ.
    private static let tolerance: Int64 = 60_000
    /// An answer that names no next one is kept for an hour.
    private static let longestWithoutNextUpdate: Int64 = 3_600_000
}
