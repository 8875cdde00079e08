/// What StoreKit listed when it was asked.
struct EntitlementReading: Equatable, Sendable {
    /// The verified current entitlements.
    var current: [StoreTransactionSnapshot] = []
    /// Verified transactions of the same subscriptions that an upgrade superseded; StoreKit no longer lists them as
    /// current.
    var upgraded: [StoreTransactionSnapshot] = []
}
