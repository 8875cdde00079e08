internal import AppStoreData

/// The simulated devices of this process, and which of them a call means.
///
/// A call means the device of the running test; if the test has none, the device of the process; if there is none
/// either, the only one whose owner is still held by somebody; and at last the one of `STOREKIT_CONFIGURATION`. A
/// listener in a test never takes the device of another test: it waits for its own.
///
/// Installing a device in a scope replaces the one there, and the listeners of the old one go on with the new one. A
/// device that was replaced can be installed again.
package final class DeviceRegistry: Sendable {
    package static let shared = DeviceRegistry()

    private struct Entry {
        var device: InstalledDevice
        /// Who made the device. It stays installed without its owner, but then only its own scope finds it.
        weak var owner: (any AnyObject & Sendable)?
    }

    private struct State {
        var entries: [DeviceScope?: Entry] = [:]
        /// Counts installations, so that nobody waits for one that has just happened.
        var installations = 0
        var waiting = WaitingTasks()
        var scope: @Sendable () -> DeviceScope? = { nil }
        var noteAmbiguity: @Sendable (NoDeviceError) -> Void = { _ in }
        var written: Set<String> = []
    }

    private let state = Lock(State())

    /// Lets a testing library say which test is running, and take note of calls that could mean several devices.
    package func attach(
        scope: @escaping @Sendable () -> DeviceScope?,
        noteAmbiguity: @escaping @Sendable (NoDeviceError) -> Void
    ) {
        state.withLock {
            $0.scope = scope
            $0.noteAmbiguity = noteAmbiguity
        }
    }

    package func currentScope() -> DeviceScope? {
        state.withLock { $0.scope }()
    }

    /// Makes known that a call found no device, since many calls have no other way to say so.
    ///
    /// Each problem is written once: what asks a thousand times need not be told a thousand times.
    func report(_ error: NoDeviceError) {
        let text = [error.errorDescription, error.recoverySuggestion].compactMap { $0 }.joined(separator: " ")
        let (isNew, noteAmbiguity) = state.withLock { ($0.written.insert(text).inserted, $0.noteAmbiguity) }
        if isNew { FileHandle.standardError.write(Data("StoreKit: \(text)\n".utf8)) }
        if case .ambiguous = error { noteAmbiguity(error) }
    }

    // MARK: Installing

    /// Makes `device` the one that calls in the scope mean, and in no other scope.
    ///
    /// - Parameters:
    ///   - owner: while it lives, calls from a scope without a device find this one, if it is the only such.
    ///   - scope: nil is the process.
    package func install(_ device: InstalledDevice, owner: any AnyObject & Sendable, in scope: DeviceScope?) {
        let sleepers = state.withLock { state in
            state.installations += 1
            state.entries = state.entries.filter { $0.value.device !== device || $0.key == scope }
            let replaced = state.entries.updateValue(Entry(device: device, owner: owner), forKey: scope)?.device
            // Within the lock: an installed device has no successor, so no chain of successors is ever a circle.
            device.reinstate()
            if let replaced, replaced !== device { replaced.retire(successor: device) }
            return state.waiting.removeAll()
        }
        sleepers.wake()
    }

    /// Takes the device out of every scope it is installed in. Its listeners end.
    package func uninstall(_ device: InstalledDevice) {
        state.withLock { state in
            state.entries = state.entries.filter { $0.value.device !== device }
            device.retire(successor: nil)
        }
    }

    // MARK: Resolving

    package func resolve(_ scope: DeviceScope?) -> Result<InstalledDevice, NoDeviceError> {
        let (own, live) = state.withLock { state in
            let own = scope.flatMap { state.entries[$0] } ?? state.entries[nil]
            return (own?.device, state.entries.values.filter { $0.owner != nil }.map(\.device))
        }
        if let own { return .success(own) }
        if live.count > 1 { return .failure(.ambiguous(count: live.count)) }
        return live.first.map(Result.success) ?? Self.environmentDevice
    }

    /// Another test may be running on the only device there is, and its transactions are not this test's to receive.
    func resolveForListener(_ scope: DeviceScope?) -> Result<InstalledDevice, NoDeviceError> {
        guard let scope else { return resolve(nil) }
        let own = state.withLock { $0.entries[scope] ?? $0.entries[nil] }?.device
        return own.map(Result.success) ?? Self.environmentDevice
    }

    func waitForDevice(_ scope: DeviceScope?) async -> InstalledDevice? {
        while !Task.isCancelled {
            let seen = state.withLock { $0.installations }
            switch resolveForListener(scope) {
            case .success(let device):
                return device
            case .failure(.noneInstalled):
                await state.wait(in: \.waiting) { $0.installations == seen }
            case .failure(let error):
                report(error)
                return nil
            }
        }
        return nil
    }

    private static let environmentDevice: Result<InstalledDevice, NoDeviceError> = Result {
        () throws(NoDeviceError) in try InstalledDevice.fromEnvironment()
    }
}
