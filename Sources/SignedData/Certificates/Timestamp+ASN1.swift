internal import AppStoreData
internal import COpenSSL

extension Timestamp {
    /// Nil if there is no time or it cannot be read.
    init?(_ time: UnsafePointer<ASN1_TIME>?) {
        guard let time, let epoch = ASN1_TIME_set(nil, 0) else { return nil }
        defer { ASN1_STRING_free(epoch) }
        var days: CInt = 0
        var seconds: CInt = 0
        guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else {
            ERR_clear_error()
            return nil
        }
        self.init(rawValue: (Int64(days) * 86400 + Int64(seconds)) * 1000)
    }
}
