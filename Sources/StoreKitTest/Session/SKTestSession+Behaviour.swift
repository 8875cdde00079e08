public import StoreKit

extension SKTestSession {
    /// What the session's own device does where Apple's own systems have been seen to differ from what Apple documents; nothing by
    /// default, or what the environment variable `STOREKIT_BEHAVIOUR` says. Counts from now on.
    ///
    /// An extension of this module: Apple's session has no such property.
    public var behaviour: StoreKitBehaviour {
        get { device.behaviour }
        set {
            device.behaviour = newValue
            applyFailures()
        }
    }
}
