internal import AppStoreData
internal import AppStoreSimulator

/// Reads the transactions that the store knew when the first of them was asked for.
final class TransactionListReader: Sendable {
    private enum State {
        case notAsked
        case reading(InstalledDevice, [SignedObject], next: Int)
    }

    private let selection: TransactionSelection
    private let place: DevicePlace
    private let state = Lock(State.notAsked)

    init(_ selection: TransactionSelection, place: DevicePlace) {
        self.selection = selection
        self.place = place
    }

    /// Nil after the last, and in a cancelled task.
    func next() async -> VerificationResult<Transaction>? {
        guard !Task.isCancelled else { return nil }
        if case .notAsked = state.withLock({ $0 }) {
            guard let device = place.deviceOrReport() else { return nil }
            device.note { .looked(selection == .unfinished ? .unfinished : .state) }
            let list = try? await device.connection.transactions(selection)
            state.withLock { $0 = .reading(device, list?.transactions ?? [], next: 0) }
        }
        while let (device, object) = take() {
            guard let transaction = device.transaction(object) else { continue }
            if selection == .unfinished { device.note { .given(Sighting(transaction), by: .unfinished) } }
            return transaction
        }
        return nil
    }

    private func take() -> (InstalledDevice, SignedObject)? {
        state.withLock { state in
            guard case .reading(let device, let objects, let next) = state, next < objects.count else { return nil }
            state = .reading(device, objects, next: next + 1)
            return (device, objects[next])
        }
    }
}
