internal import AppStoreData
package import AppStoreSimulator
package import SignedData

extension PayloadSigner {
    /// Signs with a chain's leaf.
    package init(chain: SigningChain) {
        self.init(
            sign: { try chain.sign(payload: $0) },
            deviceVerification: { SigningChain.deviceVerification(nonce: $0, deviceID: $1) })
    }
}

extension SigningChain {
    /// A chain for a simulated store, whose certificates are valid for every date that a purchase can have.
    package convenience init(forStoreStartingAt start: Date) throws(OpenSSLError) {
        let fiftyYears: TimeInterval = 50 * 365.25 * 86_400
        // The App Store opened on July 10, 2008: no purchase is dated before that, unless the store begins earlier.
        let firstPurchase = Date(timeIntervalSince1970: 1_215_648_000)
        try self.init(startingAt: min(start, max(firstPurchase, start.addingTimeInterval(-fiftyYears))))
    }
}

extension InstalledDevice {
    /// A device of a simulated store in this process.
    ///
    /// - Parameters:
    ///   - chain: what the store signs with; the device trusts its root and nothing else.
    ///   - behaviour: nil is what `STOREKIT_BEHAVIOUR` says.
    package convenience init(
        _ device: any AppStoreConnection, of store: SimulatedAppStore, app: AppIdentity, chain: SigningChain,
        behaviour: StoreKitBehaviour? = nil
    ) throws {
        let behaviour = try behaviour ?? .fromEnvironment()
        let verifier =
            switch app.environment {
            case .xcode, .localTesting:
                try SignedDataVerifier.testing(
                    environment: app.environment, bundleID: app.bundleID, trust: .root(chain.root.der))
            default:
                try SignedDataVerifier(
                    environment: app.environment, bundleID: app.bundleID, appAppleID: app.appleID,
                    roots: [chain.root.der], now: { [weak store] in store?.now ?? Date() })
            }
        var keys: [String: VerifyingKey] = [:]
        if let pair = try store.configuration.offersKeyPair, let key = try? SigningKey(pair.privateKey) {
            keys[pair.keyID] = key.verifyingKey
        }
        let connection = BehavingConnection(device, behaviour: behaviour) { Timestamp(store.now) }
        self.init(
            connection: connection, verifier: verifier, offerKeys: OfferKeys(bundleID: app.bundleID, keys: keys))
    }
}
