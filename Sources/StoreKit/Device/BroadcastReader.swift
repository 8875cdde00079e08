internal import AppStoreData

/// One listener to something that a device passes on. It waits for a device, and moves on to the device that replaces
/// its own.
final class BroadcastReader<Element: Sendable>: Sendable {
    private let place: DevicePlace
    private let broadcast: any KeyPath<InstalledDevice, Broadcast<Element>> & Sendable
    private let session = Lock<(device: InstalledDevice, reader: Broadcast<Element>.Reader)?>(nil)

    init(place: DevicePlace, of broadcast: any KeyPath<InstalledDevice, Broadcast<Element>> & Sendable) {
        self.place = place
        self.broadcast = broadcast
        // A listener hears everything from the moment it exists, if there is a device by then.
        if let device = place.deviceIfInstalled { attach(to: device) }
    }

    /// The next element with the device that it came to. Nil in a cancelled task, and when the device is gone for good.
    func next() async -> (InstalledDevice, Element)? {
        while !Task.isCancelled {
            guard let (device, reader) = session.withLock({ $0 }) else {
                guard let device = await place.waitForDevice() else { return nil }
                attach(to: device)
                continue
            }
            if let element = await reader.next() { return (device, element) }
            guard !Task.isCancelled else { return nil }
            if let successor = device.successor {
                attach(to: successor)
            } else if reader.hasEnded {
                return nil
            }
        }
        return nil
    }

    private func attach(to device: InstalledDevice) {
        session.withLock { $0 = (device, device[keyPath: broadcast].attach()) }
    }
}
