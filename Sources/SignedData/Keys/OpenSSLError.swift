internal import COpenSSL

/// A call into OpenSSL that should not have failed, with OpenSSL's own words for why.
public struct OpenSSLError: Error, CustomStringConvertible {
    /// What was being done.
    public let operation: String
    /// OpenSSL's reason. Empty when it gave none.
    public let reason: String

    /// Takes the latest reason from this thread's error queue and empties the queue.
    init(_ operation: String) {
        self.operation = operation
        let code = ERR_peek_last_error()
        ERR_clear_error()
        reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? ""
    }

    public var description: String {
        reason.isEmpty ? "OpenSSL could not \(operation)" : "OpenSSL could not \(operation): \(reason)"
    }
}
