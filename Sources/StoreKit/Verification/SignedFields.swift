extension Decimal {
    /// Money as signed data carries it, in thousandths of the currency's unit.
    init(milliunits: Int64) {
        self = Decimal(milliunits) / 1000
    }
}

extension UUID {
    /// Stands for a nonce that a payload lacks; such a payload is never verified.
    static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension Locale {
    /// For numbers in signed data, which are written alike everywhere.
    static let posix = Locale(identifier: "en_US_POSIX")
}
