internal import AppStoreData
internal import AppStoreSimulator

/// Hands out the customer's subscription groups, one after another.
final class SubscribedGroups: Sendable {
    private let place: DevicePlace
    private let remaining = Lock<[String]?>(nil)

    init(place: DevicePlace) {
        self.place = place
    }

    /// Nil after the last, and in a cancelled task. A group whose statuses cannot be had is left out.
    func next() async -> (groupID: String, statuses: [Product.SubscriptionInfo.Status])? {
        guard let device = place.deviceOrReport() else { return nil }
        if remaining.withLock({ $0 == nil }) {
            let groups = (try? await device.connection.subscribedGroupIDs()) ?? []
            remaining.withLock { $0 = groups.reversed() }
        }
        while !Task.isCancelled, let groupID = remaining.withLock({ $0?.popLast() }) {
            if let statuses = try? await device.statuses(inGroup: groupID), !statuses.isEmpty {
                return (groupID, statuses)
            }
        }
        return nil
    }
}
