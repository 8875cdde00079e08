import AppStoreData
import COpenSSL
import Foundation

@testable import SignedData

/// Makes signed data with fresh keys: what the App Store would sign, and what somebody else would like it to have signed.
struct Forge {
    static let bundleID = "com.example.farm"
    static let appAppleID: Int64 = 1_234_567_890

    let now: Date
    /// The trusted authority and those below it, made as the App Store's are.
    let root: CertifiedKey
    let intermediate: CertifiedKey
    let leaf: CertifiedKey
    /// The attacker's own, with the same names and marks.
    let otherRoot: CertifiedKey
    let otherIntermediate: CertifiedKey
    let otherLeaf: CertifiedKey

    init(now: Date = Date(timeIntervalSince1970: 1_795_000_000)) throws {
        self.now = now
        root = try CertifiedKey(Self.rootTemplate(at: now))
        intermediate = try CertifiedKey(Self.intermediateTemplate(at: now), issuedBy: root)
        leaf = try CertifiedKey(Self.leafTemplate(at: now), issuedBy: intermediate)
        otherRoot = try CertifiedKey(Self.rootTemplate(at: now))
        otherIntermediate = try CertifiedKey(Self.intermediateTemplate(at: now), issuedBy: otherRoot)
        otherLeaf = try CertifiedKey(Self.leafTemplate(at: now), issuedBy: otherIntermediate)
    }

    // MARK: Certificates

    static let day: TimeInterval = 24 * 60 * 60

    static func rootTemplate(at now: Date) -> CertificateTemplate {
        var template = CertificateTemplate(
            commonName: "Root", notBefore: now - 4000 * day, notAfter: now + 4000 * day, curve: .p384)
        template.isAuthority = true
        template.keyUsage = "keyCertSign,cRLSign"
        return template
    }

    static func intermediateTemplate(at now: Date) -> CertificateTemplate {
        var template = CertificateTemplate(
            commonName: "Intermediate", notBefore: now - 2000 * day, notAfter: now + 2000 * day, curve: .p384)
        template.isAuthority = true
        template.pathLength = 0
        template.keyUsage = "keyCertSign,cRLSign"
        template.markers = [CertificateTemplate.Identifier.worldwideDeveloperRelations]
        return template
    }

    static func leafTemplate(at now: Date) -> CertificateTemplate {
        var template = CertificateTemplate(
            commonName: "Leaf", notBefore: now - 400 * day, notAfter: now + 400 * day, curve: .p256)
        template.isAuthority = false
        template.keyUsage = "digitalSignature"
        template.markers = [CertificateTemplate.Identifier.receiptSigning]
        return template
    }

    func root(_ change: (inout CertificateTemplate) -> Void) throws -> CertifiedKey {
        var template = Self.rootTemplate(at: now)
        change(&template)
        return try CertifiedKey(template)
    }

    func intermediate(
        of root: CertifiedKey? = nil, key: KeyPair? = nil, _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> CertifiedKey {
        var template = Self.intermediateTemplate(at: now)
        change(&template)
        return try CertifiedKey(template, issuedBy: root ?? self.root, key: key)
    }

    func leaf(
        of intermediate: CertifiedKey? = nil, key: KeyPair? = nil,
        _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> CertifiedKey {
        var template = Self.leafTemplate(at: now)
        change(&template)
        return try CertifiedKey(template, issuedBy: intermediate ?? self.intermediate, key: key)
    }

    // MARK: Text

    /// A JWS whose header presents these certificates.
    func jws(
        _ payload: String, by signer: CertifiedKey? = nil, _ intermediate: CertifiedKey? = nil,
        _ root: CertifiedKey? = nil
    ) throws -> String {
        let signer = signer ?? leaf
        let chain = [signer, intermediate ?? self.intermediate, root ?? self.root].map { $0.certificate.base64 }
        // A key of P-384 makes no signature of ES256.
        let key = signer.key.kind == "P-384" ? leaf.key : signer.key
        return try jws(payload, header: Self.header(presenting: chain), key: key)
    }

    /// A JWS with any header.
    func jws(_ payload: String, header: String, key: KeyPair? = nil) throws -> String {
        try CompactJWS.sign(header: header.utf8, payload: payload.utf8, with: key ?? leaf.key)
    }

    /// A JWS with the right chain, and further members or another algorithm in its header.
    func jws(_ payload: String, algorithm: String = "\"ES256\"", members: String) throws -> String {
        let chain = [leaf, intermediate, root].map { $0.certificate.base64 }
        return try jws(payload, header: Self.header(algorithm: algorithm, presenting: chain, members: members))
    }

    static func header(
        algorithm: String = "\"ES256\"", presenting chain: [String], members: String = ""
    ) -> String {
        let x5c = chain.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"alg":\#(algorithm),"x5c":[\#(x5c)]\#(members)}"#
    }

    // MARK: Payloads

    /// Milliseconds of a moment so many days from now.
    func date(_ days: TimeInterval = 0) -> Int64 {
        Timestamp(now + days * Self.day).rawValue
    }

    func transaction(
        bundleID: String = Forge.bundleID, environment: String = "Sandbox", signedDate: String? = nil,
        originalTransactionID: String = "2000000800000001", members: String = ""
    ) -> String {
        #"{"transactionId":"2000000900000001","originalTransactionId":"\#(originalTransactionID)","#
            + #""bundleId":"\#(bundleID)","productId":"pro.monthly","environment":"\#(environment)","#
            + #""type":"Auto-Renewable Subscription","price":9990,"signedDate":\#(signedDate ?? "\(date(-1))")\#(members)}"#
    }

    func renewalInfo(environment: String = "Sandbox", originalTransactionID: String = "2000000800000001") -> String {
        #"{"originalTransactionId":"\#(originalTransactionID)","autoRenewProductId":"pro.monthly","#
            + #""productId":"pro.monthly","autoRenewStatus":1,"environment":"\#(environment)","signedDate":\#(date(-1))}"#
    }

    func appTransaction(appAppleID: Int64 = Forge.appAppleID, environment: String = "Sandbox") -> String {
        #"{"receiptType":"\#(environment)","appAppleId":\#(appAppleID),"bundleId":"\#(Self.bundleID)","#
            + #""receiptCreationDate":\#(date(-1))}"#
    }

    /// - Parameter body: the members of `data`, `summary` and so on.
    func notification(_ body: String) -> String {
        #"{"notificationType":"DID_RENEW","notificationUUID":"002e14d5-51f5-4503-b5a8-c3a1af68eb20","version":"2.0","#
            + #""signedDate":\#(date(-1)),\#(body)}"#
    }

    /// The body `data` of a notification.
    func data(
        transaction: String? = nil, renewalInfo: String? = nil, appAppleID: Int64 = Forge.appAppleID,
        bundleID: String = Forge.bundleID, environment: String = "Sandbox"
    ) -> String {
        var data = #""data":{"appAppleId":\#(appAppleID),"bundleId":"\#(bundleID)","environment":"\#(environment)""#
        if let transaction { data += #","signedTransactionInfo":"\#(transaction)""# }
        if let renewalInfo { data += #","signedRenewalInfo":"\#(renewalInfo)""# }
        return data + "}"
    }
}
