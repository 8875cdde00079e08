internal import COpenSSL

/// The two spellings of an ES256 signature: DER, as OpenSSL and StoreKit 1 have it, and the 64 bytes of a JWS.
enum ECDSASignature {
    /// The 32 bytes of r and the 32 of s. `nil` if `der` is not a signature of that size.
    static func raw(fromDER der: [UInt8]) -> [UInt8]? {
        der.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            guard let signature = d2i_ECDSA_SIG(nil, &cursor, bytes.count) else {
                ERR_clear_error()
                return nil
            }
            defer { ECDSA_SIG_free(signature) }
            guard cursor == bytes.baseAddress.map({ $0 + bytes.count }) else { return nil }
            var raw = [UInt8](repeating: 0, count: 64)
            let fits = raw.withUnsafeMutableBufferPointer { raw in
                guard let base = raw.baseAddress else { return false }
                return BN_bn2binpad(ECDSA_SIG_get0_r(signature), base, 32) == 32
                    && BN_bn2binpad(ECDSA_SIG_get0_s(signature), base + 32, 32) == 32
            }
            return fits ? raw : nil
        }
    }

    /// `nil` unless `raw` has 64 bytes.
    static func der(fromRaw raw: some Collection<UInt8>) -> [UInt8]? {
        guard raw.count == 64 else { return nil }
        let r = integer(raw.prefix(32))
        let s = integer(raw.suffix(32))
        return [0x30, UInt8(r.count + s.count)] + r + s
    }

    /// A DER INTEGER that holds the big-endian number `bytes`.
    private static func integer(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var digits = Array(bytes.drop { $0 == 0 })
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
        return [0x02, UInt8(digits.count)] + digits
    }
}
