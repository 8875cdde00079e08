internal import AppStoreData
internal import AppStoreSimulator
public import Foundation
internal import SignedData
internal import StoreKit

/// A simulated App Store with one device, on which the code under test runs.
///
/// Each session has a store of its own, made from a `.storekit` file. A session that is created in a test of Swift Testing
/// belongs to that test, with all its tasks, so tests can run in parallel; of several in one test the newest counts.
/// A session that is created elsewhere belongs to the process.
///
/// Every call is over when it returns: whatever it changed can be seen, and listeners have been told.
public final class SKTestSession: NSObject, Sendable {
    /// The session that the ``StoreKitTrait`` of the running test made; nil without the trait.
    public static var current: SKTestSession? { ofTrait }
    @TaskLocal static var ofTrait: SKTestSession?

    let store: SimulatedAppStore
    let device: InstalledDevice
    let deviceID: DeviceID
    let app: AppIdentity
    private let chain: SigningChain
    /// What the file says, for ``resetToDefaultState()``.
    let fileSettings: StoreSettings
    /// What the environment says, for ``resetToDefaultState()``.
    let defaultBehaviour: StoreKitBehaviour
    let failures = Lock(ArmedFailures())
    private let otherDevices = Lock<[DeviceID: InstalledDevice]>([:])
    /// Who watches the app on the device, if anybody does.
    let diagnosis = Lock<SessionWatch?>(nil)

    /// A session on the file of this name, which is looked for where SwiftPM puts the resources of tests.
    ///
    /// - Parameter filename: the name without `.storekit`.
    /// - Throws: ``SKTestError/fileNotFound``; an error that says what is wrong with the file.
    public convenience init(configurationFileNamed filename: String) throws {
        try self.init(contentsOf: ConfigurationFile.find(named: filename))
    }

    /// A session on a file. The app is what the process was told, or else `com.example.app` in version 1.
    ///
    /// - Throws: ``SKTestError/invalidURL`` for an address that is not a file's, ``SKTestError/fileNotFound``; an error
    ///   that says what is wrong with the file.
    public convenience init(contentsOf fileURL: URL) throws {
        try self.init(contentsOf: fileURL, app: nil)
    }

    init(configuration: StoreConfiguration, app: AppIdentity?, clock: SimulatedClock, seed: UInt64) throws {
        let app = try app ?? Self.defaultApp()
        let chain = try SigningChain(forStoreStartingAt: clock.start)
        self.app = app
        self.chain = chain
        fileSettings = configuration.settings
        store = SimulatedAppStore(
            configuration: configuration, app: app, clock: clock, seed: seed, signer: PayloadSigner(chain: chain))
        (device, deviceID) = try Self.makeDevice(of: store, app: app, chain: chain)
        defaultBehaviour = device.behaviour
        super.init()
        begin()
    }

    init(machine: StoreMachine, clock: SimulatedClock) throws {
        let chain = try SigningChain(forStoreStartingAt: clock.start)
        app = machine.app
        self.chain = chain
        fileSettings = machine.configuration.settings
        store = SimulatedAppStore(machine: machine, clock: clock, signer: PayloadSigner(chain: chain))
        (device, deviceID) = try Self.makeDevice(of: store, app: machine.app, chain: chain)
        defaultBehaviour = device.behaviour
        super.init()
        begin()
    }

    private func begin() {
        armFailuresOfFile()
        RunningTest.isKnownToStoreKit
        DeviceRegistry.shared.install(device, owner: self, in: RunningTest.scope)
        StoreKitDiagnosticsTrait.watch(self)
    }

    var allDevices: [InstalledDevice] {
        [device] + otherDevices.withLock { Array($0.values) }
    }

    /// The device of this name, which is made when it is first asked for.
    func device(_ id: DeviceID) throws -> InstalledDevice {
        if id == deviceID { return device }
        if let known = otherDevices.withLock({ $0[id] }) { return known }
        let simulated = store.device(named: id.name, account: id.account)
        let made = try InstalledDevice(simulated, of: store, app: app, chain: chain)
        return otherDevices.withLock { devices in
            let device = devices[id] ?? made
            devices[id] = device
            return device
        }
    }

    private static func makeDevice(
        of store: SimulatedAppStore, app: AppIdentity, chain: SigningChain
    ) throws -> (InstalledDevice, DeviceID) {
        let simulated = store.device(named: "device")
        return (try InstalledDevice(simulated, of: store, app: app, chain: chain), simulated.id)
    }

    private static func defaultApp() throws -> AppIdentity {
        let configuration = try AppConfiguration.ofProcess()
        return configuration.identity(bundleID: configuration.bundleID ?? "com.example.app")
    }
}

extension SimulatedClock {
    fileprivate var start: Date {
        switch self {
        case .real: Date()
        case .manual(let start): start
        }
    }
}
