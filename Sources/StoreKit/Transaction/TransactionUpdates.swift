internal import AppStoreData
internal import AppStoreSimulator

/// One listener to ``Transaction/updates``.
///
/// It begins with the unfinished transactions, taken in one piece together with the position up to which they are
/// complete, and goes on with what was sent after that position. So nothing is missed in between and nothing comes
/// twice. Signatures are made and verified as the listener gets to them.
final class TransactionUpdates: Sendable {
    private struct Session {
        let device: InstalledDevice
        let changes: Broadcast<InstalledDevice.Positioned<SignedObject>>.Reader
        /// The position up to which the unfinished transactions are complete. Nil until the store could be asked.
        var position: UInt64?
        /// Last first. What was read is let go at once, for there may be many.
        var unfinished: [SignedObject] = []
        /// All that were in the list, until the deliveries have passed its position.
        var unfinishedIDs: Set<UInt64> = []

        init(device: InstalledDevice) {
            self.device = device
            changes = device.transactionChanges.attach()
        }
    }

    private let place: DevicePlace
    private let session = Lock<Session?>(nil)

    init(place: DevicePlace) {
        self.place = place
    }

    deinit {
        let device = session.withLock { $0?.device }
        device?.note { .stoppedListening(ObjectIdentifier(self)) }
    }

    /// Nil in a cancelled task, and when the device is gone for good.
    func next() async -> VerificationResult<Transaction>? {
        if !Task.isCancelled { session.withLock { $0?.device }?.note { .asksForNext(ObjectIdentifier(self)) } }
        while !Task.isCancelled {
            guard let (device, changes) = await attached() else { return nil }
            if changes.hasEnded, device.successor == nil { return nil }
            if let object = takeUnfinished() {
                if let transaction = give(object, from: device) { return transaction }
            } else if let change = await changes.next() {
                if isNew(change), let transaction = give(change.element, from: device) { return transaction }
            } else if let successor = device.successor, !Task.isCancelled {
                begin(with: successor, after: device)
            }
        }
        return nil
    }

    private func attached() async -> (InstalledDevice, Broadcast<InstalledDevice.Positioned<SignedObject>>.Reader)? {
        if session.withLock({ $0 == nil }) {
            guard let device = await place.waitForDevice() else { return nil }
            begin(with: device, after: nil)
        }
        guard let current = session.withLock({ $0 }) else { return nil }
        if current.position == nil, let list = try? await current.device.unfinishedForNewListener() {
            session.withLock {
                guard $0?.device === current.device, $0?.position == nil else { return }
                $0?.position = list.position
                $0?.unfinished = list.transactions.reversed()
                $0?.unfinishedIDs = Set(list.transactions.compactMap(\.transactionID))
            }
        }
        return (current.device, current.changes)
    }

    private func begin(with device: InstalledDevice, after old: InstalledDevice?) {
        let hasBegun = session.withLock { session in
            guard session?.device === old else { return false }
            session = Session(device: device)
            return true
        }
        if hasBegun { device.note { .listens(ObjectIdentifier(self)) } }
    }

    private func give(_ object: SignedObject, from device: InstalledDevice) -> VerificationResult<Transaction>? {
        let listener = ObjectIdentifier(self)
        guard let transaction = device.transaction(object, for: listener) else { return nil }
        device.note { .given(Sighting(transaction), by: .updates(listener)) }
        return transaction
    }

    private func takeUnfinished() -> SignedObject? {
        session.withLock { $0?.unfinished.popLast() }
    }

    /// Whether the list of unfinished transactions did not contain the change yet.
    private func isNew(_ change: InstalledDevice.Positioned<SignedObject>) -> Bool {
        session.withLock { session in
            guard let position = session?.position else { return true }
            guard change.position <= position else {
                session?.unfinishedIDs = []
                return true
            }
            return change.element.transactionID.map { session?.unfinishedIDs.contains($0) == false } ?? true
        }
    }
}
