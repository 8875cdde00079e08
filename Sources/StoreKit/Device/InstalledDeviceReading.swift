internal import AppStoreData
package import AppStoreSimulator
internal import SignedData

// Signed objects become values of StoreKit's types here, and nowhere else: each is verified when it is read.
extension InstalledDevice {
    package func transaction(_ object: SignedObject) -> VerificationResult<Transaction>? {
        read(object)
    }

    func transaction(_ object: SignedObject, for listener: ObjectIdentifier) -> VerificationResult<Transaction>? {
        read(object, for: listener)
    }

    func status(_ message: SubscriptionStatusMessage) -> Product.SubscriptionInfo.Status? {
        guard let transaction: VerificationResult<Transaction> = read(message.transaction),
            let renewalInfo: VerificationResult<Product.SubscriptionInfo.RenewalInfo> = read(message.renewalInfo)
        else { return nil }
        return Product.SubscriptionInfo.Status(
            state: Product.SubscriptionInfo.RenewalState(rawValue: message.state.rawValue),
            transaction: transaction, renewalInfo: renewalInfo)
    }

    /// The value with the answer whether its signature holds; nil if it is not even readable, so that there is no value.
    func read<Value: SignedValue>(
        _ object: SignedObject, for listener: ObjectIdentifier? = nil
    ) -> VerificationResult<Value>? {
        guard let jws = try? object.jws() else { return nil }
        func value(_ payload: Value.Payload) -> Value {
            Value(record: SignedRecord(payload: payload, jws: jws, device: self, listener: listener))
        }
        switch Value.verdict(on: jws, by: verifier) {
        case .valid(let payload):
            let value = value(payload)
            guard let problem = problem(withVerified: value) else { return .verified(value) }
            return .unverified(value, problem.error())
        case .refused(let refusal):
            guard let payload = try? Value.Payload(unverifiedJWS: jws) else { return nil }
            return .unverified(
                value(payload), (simulatedErrors.verification ?? VerificationProblem(refusal.code)).error())
        }
    }

    private func problem<Value: SignedValue>(withVerified value: Value) -> VerificationProblem? {
        if let simulated = simulatedErrors.verification { return simulated }
        guard Value.isComplete(value.record.payload) else { return .missingRequiredProperties }
        let expected = SigningChain.deviceVerification(
            nonce: value.deviceVerificationNonce, deviceID: connection.deviceVerificationID)
        return value.deviceVerification == expected ? nil : .invalidDeviceVerification
    }
}
