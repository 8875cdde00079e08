import AppStoreData
import Foundation
import SignedData

/// Gives arbitrary bytes to everything that reads what strangers send, and checks what must hold whatever they are.
///
/// The tests run it over mutated seeds, and the fuzzer (`Fuzz/`) over what it makes up.
struct SignedDataProbe {
    /// The first byte of an input says what the others are: a path, and a choice within it.
    enum Path: UInt8, CaseIterable {
        /// A whole JWS, of the chosen kind.
        case text
        /// A payload of the chosen kind, which is then signed as it should be.
        case payload
        /// The header of a JWS.
        case header
        /// A certificate in the header of a JWS, the chosen one of the three.
        case certificate
        /// A private key or PEM file.
        case key
        /// A server's signed request.
        case request

        func byte(choosing choice: Int = 0) -> UInt8 {
            rawValue + UInt8(choice * Self.allCases.count)
        }

        static func reading(_ byte: UInt8) -> (path: Path, choice: Int)? {
            Path(rawValue: byte % UInt8(allCases.count)).map { ($0, Int(byte) / allCases.count) }
        }
    }

    static let now = Date(timeIntervalSince1970: 1_795_000_000)
    private static let bundleID = "com.example.orchard"

    private let chain: SigningChain
    private let texts: SignedDataVerifier
    private let payloads: SignedDataVerifier
    private let testing: SignedDataVerifier
    /// What the chain of `texts` signed: the part before the last dot of each.
    private let signed: Set<[UInt8]>
    private let requestKey: VerifyingKey

    /// - Parameters:
    ///   - seeds: inputs that are known to be signed by the chain with this root; no other text may be valid.
    ///   - root: the root that signed them (DER).
    init(seeds: [[UInt8]], root: Data) throws {
        chain = try SigningChain(startingAt: Self.now)
        let limits = VerifierLimits(validationsPerSecond: .max)
        texts = try SignedDataVerifier(
            environment: .sandbox, bundleID: Self.bundleID, roots: [root], limits: limits, now: { Self.now })
        payloads = try SignedDataVerifier(
            environment: .sandbox, bundleID: Self.bundleID, roots: [chain.root.der], limits: limits, now: { Self.now })
        testing = try .testing(environment: .xcode, bundleID: Self.bundleID, trust: .root(root))
        signed = Set(
            seeds.filter { $0.first.flatMap(Path.reading)?.path == .text }
                .compactMap { Self.signedPart(of: Array($0.dropFirst())) })
        requestKey = try SigningKey.generate().verifyingKey
    }

    /// What is wrong with what was made of the input, if anything.
    func complaint(about input: [UInt8]) -> String? {
        guard let (path, choice) = input.first.flatMap(Path.reading) else { return nil }
        let bytes = Array(input.dropFirst())
        switch path {
        case .text: return complaintAboutText(bytes, choice)
        case .payload: return complaintAboutPayload(bytes, choice)
        case .header:
            return complaintAboutText(Array("\(Base64.url.string(bytes)).e30.\(Self.noSignature)".utf8), choice)
        case .certificate: return complaintAboutCertificate(bytes, choice)
        case .key: return complaintAboutKey(bytes)
        case .request: return complaintAboutRequest(bytes)
        }
    }

    private func complaintAboutText(_ text: [UInt8], _ choice: Int) -> String? {
        let kind = Self.kind(choice)
        if testing.verify(text, as: kind, age: .stored).code == .valid { return "sandbox data is valid for Xcode" }
        if texts.verify(text, as: kind, age: choice < 4 ? .fresh : .stored).code == .valid {
            guard let part = Self.signedPart(of: text), signed.contains(part) else {
                return "a text is valid as \(kind) that nobody signed"
            }
        }
        _ = try? TransactionPayload(unverifiedJWS: String(decoding: text, as: UTF8.self))
        return nil
    }

    private func complaintAboutPayload(_ bytes: [UInt8], _ choice: Int) -> String? {
        let payload = Data(bytes)
        guard let jws = try? chain.sign(payload: payload) else { return "signing fails" }
        switch payloads.verify(Array(jws.utf8), as: Self.kind(choice), age: .stored) {
        case .refused(let refusal):
            let codes: Set<VerdictCode> = [.invalidSignature, .invalidCertificate, .invalidChainLength, .revoked]
            let isInside = refusal.field?.contains(".signed") == true
            return codes.contains(refusal.code) && !isInside ? "a good signature is refused: \(refusal)" : nil
        // Foundation takes more than strict JSON, so it must take this, and read the same.
        case .valid(.transaction(let value)): return difference(value, payload)
        case .valid(.renewalInfo(let value)): return difference(value.payload, payload)
        case .valid(.appTransaction(let value)): return difference(value, payload)
        case .valid(.notification(let value)): return difference(value.payload, payload)
        }
    }

    private func difference<Payload: AppStorePayload>(_ value: Payload, _ json: Data) -> String? {
        do {
            let other = try JSONDecoder().decode(Payload.self, from: json)
            return other == value ? nil : "\(value) is read as \(other) by Foundation"
        } catch {
            return "Foundation does not read what is valid: \(error)"
        }
    }

    private func complaintAboutCertificate(_ bytes: [UInt8], _ choice: Int) -> String? {
        var certificates = [chain.leaf, chain.intermediate, chain.root].map(\.der)
        let index = choice % certificates.count
        let changed = Data(bytes)
        let isGenuine = certificates[index] == changed
        certificates[index] = changed
        _ = try? Certificate(der: bytes)
        let x5c = certificates.map { "\"\($0.base64EncodedString())\"" }.joined(separator: ",")
        let header = Array(#"{"alg":"ES256","x5c":[\#(x5c)]}"#.utf8)
        let text = Array("\(Base64.url.string(header)).e30.\(Self.noSignature)".utf8)
        switch payloads.verifyTransaction(text, age: .stored).code {
        case .valid: return "a text without a signature is valid"
        // The root's certificate may be another one with its name and key.
        case .invalidSignature where !isGenuine && index < 2: return "a certificate that nobody signed is accepted"
        default: return nil
        }
    }

    private func complaintAboutKey(_ bytes: [UInt8]) -> String? {
        _ = PEM.blocks(in: String(decoding: bytes, as: UTF8.self))
        for key in [try? SigningKey(String(decoding: bytes, as: UTF8.self)), try? SigningKey(pkcs8: bytes)] {
            guard let key else { continue }
            let terms = OfferSignatureTerms(
                bundleID: "b", keyID: "k", productID: "p", offerID: "o", appAccountToken: nil, nonce: UUID(),
                timestamp: Timestamp(rawValue: 0))
            guard let signature = try? key.offerSignature(for: terms), key.verifyingKey.accepts(signature, for: terms)
            else { return "a key is read that cannot sign" }
        }
        _ = try? VerifyingKey(der: bytes)
        return nil
    }

    private func complaintAboutRequest(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        let request = try? ServerRequest<PromotionalOfferClaims>(verifying: text, with: ["ABCDEFGHIJ": requestKey])
        return request == nil ? nil : "a request is accepted that nobody signed"
    }

    private static func kind(_ choice: Int) -> SignedDataKind {
        SignedDataKind.allCases[choice % SignedDataKind.allCases.count]
    }

    private static let noSignature = String(repeating: "A", count: 86)

    private static func signedPart(of text: [UInt8]) -> [UInt8]? {
        text.lastIndex(of: UInt8(ascii: ".")).map { Array(text[..<$0]) }
    }
}
