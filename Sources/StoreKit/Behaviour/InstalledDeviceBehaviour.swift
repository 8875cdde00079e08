internal import AppStoreSimulator

extension InstalledDevice {
    /// What the device does where Apple's own systems differ. Nothing, and not to be changed, unless the device speaks to
    /// its store through a ``BehavingConnection``.
    package var behaviour: StoreKitBehaviour {
        get { behavingConnection?.behaviour ?? [] }
        set { behavingConnection?.behaviour = newValue }
    }

    /// What an iterator of ``Transaction/updates`` begins with.
    func unfinishedForNewListener() async throws(AppStoreConnectionError) -> TransactionList {
        guard let behavingConnection else { return try await connection.transactions(.unfinished) }
        return try await behavingConnection.unfinishedForNewListener()
    }

    /// What happens once after a launch can happen again.
    func beginLaunch() {
        behavingConnection?.beginLaunch()
    }

    private var behavingConnection: BehavingConnection? {
        connection as? BehavingConnection
    }
}
