internal import AppStoreSimulator
internal import SignedData

extension InstalledDevice {
    /// The device of a process that has no test session: of a store made from the file that `STOREKIT_CONFIGURATION`
    /// names, as a scheme in Xcode does.
    static func fromEnvironment() throws(NoDeviceError) -> InstalledDevice {
        try from(environment: ProcessInfo.processInfo.environment, appFile: AppConfiguration.fileBesideExecutable)
    }

    static func from(environment: [String: String], appFile: URL?) throws(NoDeviceError) -> InstalledDevice {
        guard let path = environment["STOREKIT_CONFIGURATION"], !path.isEmpty else { throw .noneInstalled }
        do {
            let behaviour = try StoreKitBehaviour.fromEnvironment(environment)
            let app = try AppConfiguration(environment: environment, file: appFile)
            guard let bundleID = app.bundleID else { throw NoDeviceError.missingBundleID }
            let configuration = try StoreConfiguration(contentsOf: URL(fileURLWithPath: path))
            let identity = app.identity(bundleID: bundleID)
            let chain = try SigningChain(forStoreStartingAt: Date())
            let store = SimulatedAppStore(
                configuration: configuration, app: identity, signer: PayloadSigner(chain: chain))
            return try InstalledDevice(
                store.device(named: "device"), of: store, app: identity, chain: chain, behaviour: behaviour)
        } catch let error as NoDeviceError {
            throw error
        } catch let error as UnknownBehaviour {
            throw .unknownBehaviour(error)
        } catch {
            throw .unusableConfiguration(path: path, reason: error.localizedDescription)
        }
    }
}
