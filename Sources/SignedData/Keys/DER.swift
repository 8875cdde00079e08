internal import COpenSSL

/// Parses `der` with one of OpenSSL's `d2i` functions. `nil` if it does not parse or if bytes follow it.
func parse<Value>(
    _ der: [UInt8],
    with parser: (UnsafeMutablePointer<Value?>?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, Int) -> Value?,
    freeing free: (Value?) -> Void
) -> Value? {
    der.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return nil }
        var cursor: UnsafePointer<UInt8>? = base
        guard let value = parser(nil, &cursor, bytes.count) else { return nil }
        guard cursor == base + bytes.count else {
            free(value)
            return nil
        }
        return value
    }
}

/// The bytes that one of OpenSSL's `i2d` functions writes.
func serialize(
    _ operation: String, _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> CInt
) throws(OpenSSLError) -> [UInt8] {
    let length = write(nil)
    guard length > 0 else { throw OpenSSLError(operation) }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    let written = bytes.withUnsafeMutableBufferPointer { buffer in
        var cursor = buffer.baseAddress
        return write(&cursor)
    }
    guard written == length else { throw OpenSSLError(operation) }
    return bytes
}
