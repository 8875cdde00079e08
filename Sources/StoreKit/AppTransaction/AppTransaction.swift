internal import AppStoreData
internal import SignedData

/// The customer's download of the app, as the store signed it.
public struct AppTransaction: Sendable {
    /// The app's number in the App Store; nil in a local test environment.
    public let appID: UInt64?
    public let appVersion: String
    /// The number of the version in the App Store; nil in a local test environment.
    public let appVersionID: UInt64?
    public let bundleID: String
    public let environment: AppStore.Environment
    /// The version that the customer first got.
    public let originalAppVersion: String
    /// When the customer first got the app.
    public let originalPurchaseDate: Date
    public let originalPlatform: AppStore.Platform
    public let preorderDate: Date?
    /// SHA-384 of the lower-case nonce followed by the lower-case ``AppStore/deviceVerificationID``.
    public let deviceVerification: Data
    public let deviceVerificationNonce: UUID
    /// When the store signed this value.
    public let signedDate: Date

    let record: SignedRecord<AppTransactionPayload>
}

extension AppTransaction {
    /// The payload that was signed, as JSON.
    public var jsonRepresentation: Data {
        record.parts?.payload ?? Data()
    }

    /// The same in every transaction of the customer in this app.
    public var appTransactionID: String {
        record.payload.appTransactionID ?? ""
    }

    public var originalPlatformStringRepresentation: String {
        originalPlatform.rawValue
    }

    /// The app transaction of the customer.
    ///
    /// - Throws: ``StoreKitError``.
    public static var shared: VerificationResult<AppTransaction> {
        get async throws {
            try await DevicePlace.current.device().appTransaction()
        }
    }

    /// The app transaction, asked for again.
    ///
    /// - Throws: ``StoreKitError``.
    public static func refresh() async throws -> VerificationResult<AppTransaction> {
        try await shared
    }
}

extension AppTransaction: Equatable {
    /// Two values are equal when the store signed the same payload.
    public static func == (lhs: AppTransaction, rhs: AppTransaction) -> Bool {
        lhs.record.signsTheSame(as: rhs.record)
    }
}

extension AppTransaction: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bundleID)
        hasher.combine(signedDate)
    }
}

extension AppTransaction: CustomDebugStringConvertible {
    public var debugDescription: String {
        String(decoding: jsonRepresentation, as: UTF8.self)
    }
}

extension AppTransaction: SignedValue {
    init(record: SignedRecord<AppTransactionPayload>) {
        let payload = record.payload
        self.record = record
        appID = payload.appAppleID.flatMap { UInt64(exactly: $0) }
        appVersion = payload.applicationVersion ?? ""
        appVersionID = payload.versionExternalIdentifier.flatMap { UInt64(exactly: $0) }
        bundleID = payload.bundleID ?? ""
        environment = AppStore.Environment(rawValue: payload.receiptType?.rawValue ?? "")
        originalAppVersion = payload.originalApplicationVersion ?? ""
        originalPurchaseDate = payload.originalPurchaseDate?.date ?? .distantPast
        originalPlatform = AppStore.Platform(rawValue: payload.originalPlatform?.rawValue ?? "")
        preorderDate = payload.preorderDate?.date
        deviceVerification = payload.deviceVerification.flatMap { Data(base64Encoded: $0) } ?? Data()
        deviceVerificationNonce = payload.deviceVerificationNonce.flatMap(UUID.init(uuidString:)) ?? .zero
        signedDate = payload.receiptCreationDate?.date ?? .distantPast
    }

    static func verdict(on jws: String, by verifier: SignedDataVerifier) -> Verdict<AppTransactionPayload> {
        verifier.verifyAppTransaction(jws.utf8, age: .fresh)
    }

    static func isComplete(_ payload: AppTransactionPayload) -> Bool {
        payload.bundleID != nil && payload.applicationVersion != nil && payload.receiptType != nil
            && payload.receiptCreationDate != nil && payload.originalApplicationVersion != nil
            && payload.originalPurchaseDate != nil
    }
}
