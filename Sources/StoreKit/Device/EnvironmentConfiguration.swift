internal import AppStoreData

extension InstalledDevice {
    /// The device of a process that has no test session: of the store whose file `STOREKIT_CONFIGURATION` names.
    static func fromEnvironment() throws(NoDeviceError) -> InstalledDevice {
        throw .noneInstalled
    }
}
