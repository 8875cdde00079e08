internal import AppStoreSimulator

/// The customer's App Store account on this device.
///
/// What shows a screen (managing subscriptions, redeeming a code, asking for a review) needs UIKit, so it does not exist
/// here; a test session brings the same outcomes about.
public enum AppStore {
    /// Whether purchases are allowed on this device: always on a simulated one, never without one.
    public static var canMakePayments: Bool {
        DevicePlace.current.deviceOrReport() != nil
    }

    /// What ties signed data to this device; nil without one.
    public static var deviceVerificationID: UUID? {
        DevicePlace.current.deviceOrReport()?.connection.deviceVerificationID
    }

    /// Asks the store for the customer's transactions again. What is new comes through ``Transaction/updates``.
    ///
    /// - Throws: ``StoreKitError``, `userCancelled` among them.
    public static func sync() async throws {
        try await DevicePlace.current.device().synchronize()
    }
}

extension AppStore: Sendable {}
