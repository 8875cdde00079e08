/// Where a call comes from, which decides the device that it means.
///
/// A sequence keeps the place in which it was made, so it can be iterated elsewhere.
package enum DevicePlace: Sendable {
    /// Said outright, by ``InstalledDevice/current``.
    case device(InstalledDevice)
    /// Left to the registry: the running test's device, or else the process's.
    case scope(DeviceScope?)

    package static var current: DevicePlace {
        if let device = InstalledDevice.current { return .device(device.newest) }
        return .scope(DeviceRegistry.shared.currentScope())
    }

    /// - Throws: ``StoreKitError/systemError(_:)`` with a ``NoDeviceError`` that says what to do.
    package func device() throws(StoreKitError) -> InstalledDevice {
        switch self {
        case .device(let device):
            return device
        case .scope(let scope):
            switch DeviceRegistry.shared.resolve(scope) {
            case .success(let device): return device
            case .failure(let error):
                DeviceRegistry.shared.report(error)
                throw .systemError(error)
            }
        }
    }

    /// The device for a listener, if there is one yet.
    var deviceIfInstalled: InstalledDevice? {
        switch self {
        case .device(let device): device
        case .scope(let scope): try? DeviceRegistry.shared.resolveForListener(scope).get()
        }
    }

    /// For what has no way to fail: the reason is only reported.
    func deviceOrReport() -> InstalledDevice? {
        try? device()
    }

    /// Waits until there is a device. Nil in a cancelled task, and when it cannot be told which device is meant.
    func waitForDevice() async -> InstalledDevice? {
        switch self {
        case .device(let device): device
        case .scope(let scope): await DeviceRegistry.shared.waitForDevice(scope)
        }
    }
}

/// What owns a device among several in one process: a running test.
package struct DeviceScope: Hashable, Sendable {
    package let name: String

    package init(name: String) {
        self.name = name
    }
}
