public import AppStoreSimulator
public import Foundation
internal import StoreKit

// What this module adds to Apple's session.
extension SKTestSession {
    /// A session on a file, for an app of your own description.
    ///
    /// - Parameters:
    ///   - fileURL: the file's address.
    ///   - app: nil is what the process was told by `STOREKIT_BUNDLE_ID`, `STOREKIT_APP_VERSION`,
    ///     `STOREKIT_ORIGINAL_APP_VERSION`, `STOREKIT_APP_APPLE_ID` and `STOREKIT_INCLUDE_CONSUMABLES`, or by
    ///     `StoreKitConfiguration.json` beside the executable, or else `com.example.app` in version 1.
    /// - Throws: as ``init(contentsOf:)``.
    public convenience init(contentsOf fileURL: URL, app: AppIdentity?) throws {
        try self.init(
            configuration: ConfigurationFile.read(fileURL), app: app, clock: .real,
            seed: .random(in: 0 ... .max))
    }

    /// A session whose time stands still unless it is advanced, and whose identifiers and nonces follow from a seed: the
    /// same seed and the same calls give the same payloads, byte for byte.
    ///
    /// - Throws: as ``init(contentsOf:)``.
    public convenience init(
        contentsOf fileURL: URL, startingAt start: Date, seed: UInt64 = 0, app: AppIdentity? = nil
    ) throws {
        try self.init(
            configuration: ConfigurationFile.read(fileURL), app: app, clock: .manual(startingAt: start), seed: seed)
    }

    /// A session that goes on from a state that ``save(to:)`` wrote, with its file, settings, app and identifiers.
    ///
    /// Signatures are made with new keys, so what was signed before is not verified here.
    ///
    /// - Parameters:
    ///   - fileURL: the address of the saved state.
    ///   - start: the time at which a session with manual time goes on; nil for one in real time. Never before the saved
    ///     time.
    public convenience init(savedAt fileURL: URL, startingAt start: Date? = nil) throws {
        try self.init(
            machine: StoreMachine(savedIn: fileURL), clock: start.map(SimulatedClock.manual(startingAt:)) ?? .real)
    }

    /// Writes the whole state of the store to a file. Whoever reads it finds the old state or the new, never a part.
    public func save(to fileURL: URL) throws {
        try store.machine.save(to: fileURL)
    }
}

// Sharing.
extension SKTestSession {
    /// Makes the session the process's: tests that have none of their own use it, and their listeners hear it.
    ///
    /// For a session that several tests share. It takes the place of the process's earlier one.
    public func shareAcrossTests() {
        DeviceRegistry.shared.install(device, owner: self, in: nil)
    }
}

// Time.
extension SKTestSession {
    /// The store's time. The app's own `Date()` does not follow it.
    public var now: Date {
        store.now
    }

    /// Moves the store's time on. Everything that falls due on the way has happened, each thing at its own time and in
    /// order, when this returns; listeners have been told.
    ///
    /// - Parameter duration: nothing happens if it is negative.
    public func advance(by duration: Duration) {
        // The store refuses only what it could not save, and it saves nothing by itself.
        try? store.advance(by: duration)
    }

    /// Moves the store's time on to a date, as ``advance(by:)`` does; nothing happens if it is past.
    public func advance(to date: Date) {
        try? store.advance(to: date)
    }

    /// Waits until the store's time is a date.
    ///
    /// - Throws: `CancellationError` in a cancelled task.
    public func sleep(until date: Date) async throws {
        try await store.sleep(until: date)
    }
}
