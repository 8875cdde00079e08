import AppStoreData
import COpenSSL
import Foundation
import Reference
import SignedData

/// Verification of signed data, held against a bare ES256 verification and against plain C over libcrypto.
func signedDataRows(_ scale: Scale) async throws -> [Row] {
    let texts = try SignedTexts()
    let raw = try RawVerification()
    let known = try texts.verifier()
    let size = "\(texts.transaction.count) bytes"

    // Rates are of processor time, so that what else the machine does weighs less.
    let transaction = await Measure.interleaved(rounds: scale.rounds(9)) {
        await rate(scale(3_000)) { texts.accept(known.verifyTransaction(texts.transaction, age: .fresh).code) }
    } _: {
        await rate(scale(3_000)) { raw.verify() }
    }
    let notification = await Measure.interleaved(rounds: scale.rounds(9)) {
        await rate(scale(1_000)) { texts.accept(known.verifyNotification(texts.notification, age: .fresh).code) }
    } _: {
        await rate(scale(3_000)) { raw.verify() } / 3
    }
    let reference = try ReferenceVerifier(root: texts.chain.root)
    let unknown = try await Measure.interleaved(rounds: scale.rounds(5)) {
        // A verifier for each, because a verifier remembers.
        let verifiers = try (0..<scale(200)).map { _ in try texts.verifier() }
        var next = verifiers.makeIterator()
        return await rate(scale(200)) {
            texts.accept(next.next()?.verifyTransaction(texts.transaction, age: .fresh).code ?? .retryable)
        }
    } _: {
        await rate(scale(200)) { precondition(reference.verify(texts.transaction, at: SignedTexts.now), "refused") }
    }
    let forged = try ForgedTexts(of: texts.chain, count: scale(300))
    let hostile = try await Measure.interleaved(rounds: scale.rounds(5)) {
        let verifier = try texts.verifier()
        var next = forged.texts.makeIterator()
        return await rate(forged.texts.count) {
            let code = next.next().map { verifier.verifyTransaction($0, age: .fresh).code }
            precondition(
                code == .invalidChain || code == .retryable, "the attack is \(code, default: "none")")
        }
    } _: {
        await rate(scale(200)) { precondition(reference.verify(texts.transaction, at: SignedTexts.now), "refused") }
    }
    let own = [known, try texts.verifier()]
    let threads = await Measure.interleaved(rounds: scale.rounds(7)) {
        await wallRate(scale(10_000)) { _ in texts.accept(known.verifyTransaction(texts.transaction, age: .fresh).code)
        }
    } _: {
        await wallRate(scale(10_000)) { thread in
            texts.accept(own[thread].verifyTransaction(texts.transaction, age: .fresh).code)
        }
    }
    return [
        Row("signed data: bare ES256 verifications (EVP_PKEY_verify, prehashed, key ready)", transaction.limit, "1/s"),
        Row(
            "signed data: a transaction verified and decoded, chain known, \(size)", transaction.figure, "1/s",
            limit: transaction.limit, goal: .atLeast(0.8)),
        Row(
            "signed data: a notification with both inside, chain known", notification.figure, "1/s",
            limit: notification.limit, goal: .atLeast(0.75)),
        Row(
            "signed data: a transaction, chain not known, against plain C", unknown.figure, "1/s",
            limit: unknown.limit, goal: .atLeast(0.9)),
        Row(
            "signed data: two threads with one verifier, against one for each", threads.figure, "1/s",
            limit: threads.limit, goal: .atLeast(0.9)),
        Row(
            "signed data: forged chains refused, each new, against validating one", hostile.figure, "1/s",
            limit: hostile.limit, goal: .atLeast(2)),
        Row(
            "signed data: allocations to verify and decode a transaction",
            allocations { texts.accept(known.verifyTransaction(texts.transaction, age: .fresh).code) }, "blocks"),
        Row("signed data: allocations of a bare ES256 verification", allocations { raw.verify() }, "blocks"),
    ]
}

/// Repetitions in a second of processor time.
private func rate(_ count: Int, _ work: () -> Void) async -> Double {
    Double(count) / (await Measure.cost { for _ in 0..<count { work() } }).cpu
}

/// Repetitions by two threads together in a second on the wall.
private func wallRate(_ count: Int, _ work: @Sendable (_ thread: Int) -> Void) async -> Double {
    let cost = await Measure.cost {
        DispatchQueue.concurrentPerform(iterations: 2) { thread in for _ in 0..<count { work(thread) } }
    }
    return Double(2 * count) / cost.wall
}

/// Blocks of memory asked for by one repetition, by Swift and every library together.
private func allocations(_ work: () -> Void) -> Double {
    let count = 1_000
    let before = allocations_of_this_thread()
    for _ in 0..<count { work() }
    return Double(allocations_of_this_thread() - before) / Double(count)
}

/// What the App Store could have signed, by a chain like its own.
private struct SignedTexts: Sendable {
    static let now = Date(timeIntervalSince1970: 1_795_000_000)

    let chain: SigningChain
    let transaction: [UInt8]
    let notification: [UInt8]

    init() throws {
        chain = try SigningChain(startingAt: Self.now)
        let transaction = try chain.sign(payload: Data(Self.transactionPayload.utf8))
        let renewalInfo = try chain.sign(payload: Data(Self.renewalPayload.utf8))
        self.transaction = Array(transaction.utf8)
        let notification = """
            {"notificationType":"DID_RENEW","subtype":"BILLING_RECOVERY","notificationUUID":\
            "002e14d5-51f5-4503-b5a8-c3a1af68eb20","version":"2.0","signedDate":1795000000000,"data":{"appAppleId":41234,\
            "bundleId":"com.example.orchard","bundleVersion":"1.2.3","environment":"Sandbox","status":1,\
            "signedTransactionInfo":"\(transaction)","signedRenewalInfo":"\(renewalInfo)"}}
            """
        self.notification = Array(try chain.sign(payload: Data(notification.utf8)).utf8)
    }

    func verifier() throws -> SignedDataVerifier {
        try SignedDataVerifier(
            environment: .sandbox, bundleID: "com.example.orchard", roots: [chain.root.der], now: { Self.now })
    }

    func accept(_ code: VerdictCode) {
        precondition(code == .valid, "refused: \(code.rawValue)")
    }

    static let transactionPayload = """
        {"transactionId":"2000000123456789","originalTransactionId":"2000000000000001","webOrderLineItemId":\
        "2000000000000077","bundleId":"com.example.orchard","productId":"com.example.orchard.monthly",\
        "subscriptionGroupIdentifier":"21000000","purchaseDate":1795000000000,"originalPurchaseDate":1790000000000,\
        "expiresDate":1797592000000,"quantity":1,"type":"Auto-Renewable Subscription","appAccountToken":\
        "7e3fb204-2f1c-4f9a-9c6d-2c1b5e1a0f55","inAppOwnershipType":"PURCHASED","signedDate":1795000000000,"offerType":2,\
        "offerIdentifier":"autumn","offerDiscountType":"PAY_AS_YOU_GO","offerPeriod":"P1M","environment":"Sandbox",\
        "storefront":"USA","storefrontId":"143441","transactionReason":"RENEWAL","currency":"USD","price":9990,\
        "appTransactionId":"704000000000000001"}
        """

    private static let renewalPayload = """
        {"originalTransactionId":"2000000000000001","productId":"com.example.orchard.monthly","autoRenewProductId":\
        "com.example.orchard.monthly","autoRenewStatus":1,"signedDate":1795000000000,"environment":"Sandbox",\
        "recentSubscriptionStartDate":1790000000000,"renewalDate":1797592000000,"currency":"USD","renewalPrice":9990,\
        "appTransactionId":"704000000000000001"}
        """
}

/// Texts that a stranger made to cost as much as possible: every name, marker and date is right, and each chain is new.
/// Only the signature of the intermediate is not the root's.
private struct ForgedTexts: Sendable {
    let texts: [[UInt8]]

    init(of chain: SigningChain, count: Int) throws {
        func template(_ name: String, _ curve: KeyPair.Curve) -> CertificateTemplate {
            let day: TimeInterval = 86400
            var template = CertificateTemplate(
                commonName: name, notBefore: SignedTexts.now.addingTimeInterval(-day),
                notAfter: SignedTexts.now.addingTimeInterval(365 * day), curve: curve)
            template.isAuthority = curve == .p384
            template.keyUsage = curve == .p384 ? "keyCertSign,cRLSign" : "digitalSignature"
            return template
        }
        let root = try CertifiedKey(template("Simulated App Store Root CA", .p384))
        var intermediateTemplate = template("Simulated App Store Intermediate CA", .p384)
        intermediateTemplate.pathLength = 0
        intermediateTemplate.hasKeyIdentifiers = false
        intermediateTemplate.markers = [CertificateTemplate.Identifier.worldwideDeveloperRelations]
        let intermediate = try CertifiedKey(intermediateTemplate, issuedBy: root)
        var leafTemplate = template("Simulated App Store Signing", .p256)
        leafTemplate.hasKeyIdentifiers = false
        leafTemplate.markers = [CertificateTemplate.Identifier.receiptSigning]
        texts = try (0..<count).map { _ in
            let leaf = try CertifiedKey(leafTemplate, issuedBy: intermediate)
            let certificates = [leaf.certificate, intermediate.certificate, chain.root]
                .map { "\"\($0.der.base64EncodedString())\"" }.joined(separator: ",")
            let header = Array(#"{"alg":"ES256","x5c":[\#(certificates)]}"#.utf8)
            let segments = [header, Array(SignedTexts.transactionPayload.utf8), [UInt8](repeating: 1, count: 64)]
            return Array(segments.map { Base64.url.string($0) }.joined(separator: ".").utf8)
        }
    }
}

/// The least that a verification can cost: digest, signature and key are all at hand.
private final class RawVerification {
    private let context: OpaquePointer
    private let digest: [UInt8]
    private let signature: [UInt8]

    init() throws {
        var key: OpaquePointer?
        let maker = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
        defer { EVP_PKEY_CTX_free(maker) }
        EVP_PKEY_keygen_init(maker)
        EVP_PKEY_CTX_set_ec_paramgen_curve_nid(maker, NID_X9_62_prime256v1)
        EVP_PKEY_keygen(maker, &key)
        digest = (0..<32).map { UInt8($0) }
        var signature = [UInt8](repeating: 0, count: 80)
        var length = signature.count
        guard let key, let context = EVP_PKEY_CTX_new(key, nil) else { throw CocoaError(.featureUnsupported) }
        defer { EVP_PKEY_free(key) }
        EVP_PKEY_sign_init(context)
        EVP_PKEY_sign(context, &signature, &length, digest, digest.count)
        self.signature = Array(signature.prefix(length))
        EVP_PKEY_verify_init(context)
        self.context = context
    }

    deinit {
        EVP_PKEY_CTX_free(context)
    }

    func verify() {
        let isValid = EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
        precondition(isValid, "the bare verification fails")
    }
}

/// The same work in plain C, which remembers nothing.
private final class ReferenceVerifier {
    private let verifier: OpaquePointer

    init(root: Certificate) throws {
        let der = [UInt8](root.der)
        guard let verifier = reference_verifier_new(der, der.count) else { throw CocoaError(.featureUnsupported) }
        self.verifier = verifier
    }

    deinit {
        reference_verifier_free(verifier)
    }

    func verify(_ text: [UInt8], at date: Date) -> Bool {
        reference_verify(verifier, text, text.count, Int64(date.timeIntervalSince1970)) == 1
    }
}
