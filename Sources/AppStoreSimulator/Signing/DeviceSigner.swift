import AppStoreData
import Foundation

/// Makes the signed objects that one device receives.
///
/// A revision has the same nonce on a device each time it is signed, so its payload is the same, byte for byte.
///
/// An object, because each of a list's signed objects, of which there may be many, holds on to it.
final class DeviceSigner: Sendable {
    let app: AppIdentity
    let appTransactionID: String
    let seed: Seed
    let device: DeviceID
    let verificationID: UUID
    let connected: Timestamp
    let signer: PayloadSigner

    init(
        app: AppIdentity, appTransactionID: String, seed: Seed, device: DeviceID, verificationID: UUID,
        connected: Timestamp, signer: PayloadSigner
    ) {
        self.app = app
        self.appTransactionID = appTransactionID
        self.seed = seed
        self.device = device
        self.verificationID = verificationID
        self.connected = connected
        self.signer = signer
    }

    func transaction(_ record: TransactionRecord) -> SignedObject {
        SignedObject(transactionID: record.id, signedDate: record.signedDate) { [self] in
            var payload = record.payload(app: app, appTransactionID: appTransactionID)
            let nonce = nonce("transaction", [String(record.id), String(record.signedDate.rawValue)])
            payload.deviceVerification = verification(nonce)
            payload.deviceVerificationNonce = nonce.uuidString.lowercased()
            return try sign(payload)
        }
    }

    func status(_ record: SubscriptionRecord) -> SubscriptionStatusMessage {
        SubscriptionStatusMessage(
            groupID: record.groupID, state: record.state, transaction: transaction(record.transaction),
            renewalInfo: renewalInfo(record))
    }

    func appTransaction() -> SignedObject {
        SignedObject(transactionID: nil, signedDate: connected) { [self] in
            var payload = AppTransactionPayload()
            payload.receiptType = app.environment
            payload.appAppleID = app.environment == .xcode ? nil : app.appleID
            payload.bundleID = app.bundleID
            payload.applicationVersion = app.version
            payload.originalApplicationVersion = app.originalVersion
            payload.originalPlatform = app.platform
            payload.receiptCreationDate = connected
            payload.requestDate = connected
            payload.originalPurchaseDate = connected
            payload.appTransactionID = appTransactionID
            let nonce = nonce("appTransaction", [String(connected.rawValue)])
            payload.deviceVerification = verification(nonce)
            payload.deviceVerificationNonce = nonce.uuidString.lowercased()
            return try sign(payload)
        }
    }

    private func renewalInfo(_ record: SubscriptionRecord) -> SignedObject {
        SignedObject(
            transactionID: record.transaction.originalID, signedDate: record.renewalInfo.signedDate
        ) { [self] in
            var payload = record.renewalInfo
            let signed = payload.signedDate?.rawValue ?? 0
            let nonce = nonce("renewalInfo", [String(record.transaction.originalID), String(signed)])
            payload.deviceVerification = verification(nonce)
            payload.deviceVerificationNonce = nonce.uuidString.lowercased()
            return try sign(payload)
        }
    }

    private func nonce(_ kind: String, _ words: [String]) -> UUID {
        seed.uuid(for: kind, [device.account, device.name] + words)
    }

    private func verification(_ nonce: UUID) -> String {
        signer.deviceVerification(nonce, verificationID).base64EncodedString()
    }

    private func sign(_ payload: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try signer.sign(try encoder.encode(payload))
    }
}

extension StoreMachine {
    func signer(_ device: DeviceID, _ signer: PayloadSigner) -> DeviceSigner {
        let place = accountPlaces[device.account]
        return DeviceSigner(
            app: app, appTransactionID: appTransactionID(account: place ?? accounts.count), seed: seed, device: device,
            verificationID: verificationID(of: device),
            connected: place.flatMap { accounts[$0].devices[device.name]?.connected } ?? now, signer: signer)
    }

    func verificationID(of device: DeviceID) -> UUID {
        seed.uuid(for: "device", [device.account, device.name])
    }
}
