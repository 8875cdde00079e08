internal import AppStoreData
internal import AppStoreSimulator

/// Reads the transactions that the store knew when the first of them was asked for.
final class TransactionListReader: Sendable {
    private struct Reading {
        let device: InstalledDevice
        /// Last first. What was read is let go at once, for a list may be long.
        var remaining: [SignedObject]
    }

    private let selection: TransactionSelection
    private let place: DevicePlace
    private let reading = Lock<Reading?>(nil)

    init(_ selection: TransactionSelection, place: DevicePlace) {
        self.selection = selection
        self.place = place
    }

    /// Nil after the last, and in a cancelled task.
    func next() async -> VerificationResult<Transaction>? {
        guard !Task.isCancelled else { return nil }
        if reading.withLock({ $0 == nil }) {
            guard let device = place.deviceOrReport() else { return nil }
            device.note { .looked(selection == .unfinished ? .unfinished : .state) }
            let transactions = try? await device.connection.transactions(selection).transactions
            reading.withLock { $0 = Reading(device: device, remaining: (transactions ?? []).reversed()) }
        }
        while let (device, object) = take() {
            guard let transaction = device.transaction(object) else { continue }
            if selection == .unfinished { device.note { .given(Sighting(transaction), by: .unfinished) } }
            return transaction
        }
        return nil
    }

    private func take() -> (InstalledDevice, SignedObject)? {
        reading.withLock { reading in
            guard let device = reading?.device, let object = reading?.remaining.popLast() else { return nil }
            return (device, object)
        }
    }
}
