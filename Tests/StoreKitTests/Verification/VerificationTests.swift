import AppStoreData
import AppStoreSimulator
import Foundation
import SignedData
import Testing

@testable import StoreKit

@Suite(.timeLimit(.minutes(5))) struct VerificationTests {
    private let store: ScriptedAppStore
    private let device: InstalledDevice

    init() throws {
        store = try ScriptedAppStore()
        device = try store.makeDevice()
    }

    private func read(_ object: SignedObject) throws -> VerificationResult<Transaction> {
        try #require(device.transaction(object))
    }

    private func problem(_ object: SignedObject) throws -> VerificationResult<Transaction>.VerificationError? {
        guard case .unverified(_, let error) = try read(object) else { return nil }
        return error
    }

    @Test func whatTheStoreSignedForThisDeviceIsVerified() throws {
        #expect(try problem(store.transaction(id: 1)) == nil)
    }

    @Test func thePartsOfTheJWSAreThere() throws {
        let result = try read(store.transaction(id: 7))
        let segments = result.jwsRepresentation.split(separator: ".")
        #expect(segments.count == 3)
        #expect(result.signedData == Data("\(segments[0]).\(segments[1])".utf8))
        #expect(result.signatureData.count == 64)
        #expect(result.signature.rawRepresentation == result.signatureData)
        let header = try #require(try JSONSerialization.jsonObject(with: result.headerData) as? [String: Any])
        #expect(header["alg"] as? String == "ES256")
        #expect((header["x5c"] as? [String])?.count == 3)
        #expect(try result.payloadValue.jsonRepresentation == result.payloadData)
        #expect(result.signedDate == (try result.payloadValue.signedDate))
        #expect(result.deviceVerification.count == 48)
        #expect(result.deviceVerificationNonce == (try result.payloadValue.deviceVerificationNonce))
    }

    @Test func aChangedPayloadIsUnverifiedAndStillReadable() throws {
        let honest = try store.transaction(id: 1).jws().split(separator: ".")
        let other = try store.transaction(id: 2).jws().split(separator: ".")
        let forged = SignedObject(transactionID: 2) { "\(honest[0]).\(other[1]).\(honest[2])" }
        #expect(try problem(forged) == .invalidSignature)
        #expect(try read(forged).unsafePayloadValue.id == 2)
        #expect(throws: VerificationResult<Transaction>.VerificationError.invalidSignature) {
            try read(forged).payloadValue
        }
    }

    @Test func anotherStoresChainIsNotTrusted() throws {
        let foreign = try ScriptedAppStore(deviceVerificationID: store.deviceVerificationID)
        #expect(try problem(foreign.transaction(id: 1)) == .invalidCertificateChain)
    }

    @Test func whatWasSignedForAnotherDeviceIsUnverified() throws {
        #expect(try problem(store.transaction(id: 1, for: UUID())) == .invalidDeviceVerification)
    }

    @Test func aPayloadWithoutItsProductIsUnverified() throws {
        let incomplete = try store.transaction(id: 1) { $0.productID = nil }
        #expect(try problem(incomplete) == .missingRequiredProperties)
    }

    @Test func anotherAppsTransactionIsUnverified() throws {
        #expect(try problem(store.transaction(id: 1) { $0.bundleID = "com.example.other" }) != nil)
    }

    @Test(arguments: ["", "not a JWS", "e30.e30", "e30.!.AAAA"])
    func whatCannotBeReadIsNoTransaction(text: String) {
        #expect(device.transaction(SignedObject(transactionID: nil) { text }) == nil)
    }

    @Test func aSimulatedFailureIsTheReasonWhateverTheSignature() throws {
        device.simulatedErrors.verification = .revokedCertificate
        #expect(try problem(store.transaction(id: 1)) == .revokedCertificate)
        device.simulatedErrors.verification = nil
        #expect(try problem(store.transaction(id: 1)) == nil)
    }
}
