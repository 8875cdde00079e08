internal import AppStoreSimulator
public import StoreKit

/// Another device in a session's world: of the same customer, or of a family member.
///
/// A Linux extension: Apple's StoreKitTest has one device.
public struct SKTestDevice: Sendable {
    public let name: String
    /// The customer who uses the device.
    public let account: String

    private let device: InstalledDevice

    init(_ id: DeviceID, device: InstalledDevice) {
        name = id.name
        account = id.account
        self.device = device
    }

    /// Runs code as the app on this device: every StoreKit call in it, and in the tasks it starts, means this device.
    public func run<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> sending Result
    ) async throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure> = await InstalledDevice.$current.withValue(device) {
            do throws(Failure) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Buys in the app on this device. The customer's other devices receive the transaction through
    /// `Transaction.updates`.
    ///
    /// - Throws: as ``SKTestSession/buyProduct(identifier:options:)``.
    @discardableResult
    public func buyProduct(
        identifier: Product.ID, options: Set<Product.PurchaseOption> = []
    ) async throws -> Transaction {
        try await device.buy(identifier, options: options, inApp: true)
    }
}
