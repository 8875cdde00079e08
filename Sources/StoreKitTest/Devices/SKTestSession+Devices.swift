internal import AppStoreSimulator

extension SKTestSession {
    /// The account of the session's own device.
    public static let defaultAccount = SimulatedAppStore.defaultAccount

    /// A device of the customer's, or of another account. The same names always give the same device.
    ///
    /// Simulated errors and ``behaviour`` are those of the session's own device; other devices work as Apple documents.
    ///
    /// - Throws: an error of the store's configuration; none for a session that works.
    public func device(named name: String, account: String = SKTestSession.defaultAccount) throws -> SKTestDevice {
        let id = DeviceID(account: account, name: name)
        return SKTestDevice(id, device: try device(id))
    }

    /// Puts an account into the customer's family: from now on they share what can be shared, in both directions.
    public func startFamilySharing(with account: String) {
        try? store.join(family: Self.family, account: Self.defaultAccount)
        try? store.join(family: Self.family, account: account)
    }

    /// Takes an account out of the customer's family: what it had from the others is revoked, and what they had from it.
    public func stopFamilySharing(with account: String) {
        try? store.leaveFamily(account: account)
    }

    private static let family = "family"
}
