import AppStoreData
import Foundation
import Testing

@testable import SignedData

/// OCSP with `openssl ocsp` as the responder.
@Suite(.enabled(if: Responder.tool != nil))
struct RevocationTests {
    /// A chain whose certificates name responders of their own, which are running.
    private struct World {
        let forge: Forge
        let intermediate: CertifiedKey
        let leaf: CertifiedKey
        let jws: String
        let ports: (root: UInt16, intermediate: UInt16)
        var responders: [Responder] = []

        init() throws {
            let forge = try Forge()
            let ports = try (Responder.freePort(), Responder.freePort())
            self.forge = forge
            self.ports = ports
            intermediate = try forge.intermediate { $0.responder = "http://127.0.0.1:\(ports.0)/" }
            leaf = try forge.leaf(of: intermediate) { $0.responder = "http://127.0.0.1:\(ports.1)/" }
            jws = try forge.jws(
                forge.transaction(signedDate: "\(Timestamp(Date()).rawValue - 1000)"), by: leaf, intermediate)
        }

        mutating func start(
            intermediateIsRevoked: Bool = false, leafIsRevoked: Bool = false, leafSigner: CertifiedKey? = nil
        ) throws {
            responders = [
                try Responder(
                    for: forge.root, knowing: [(intermediate.certificate, intermediateIsRevoked)], port: ports.root),
                try Responder(
                    for: intermediate, knowing: [(leaf.certificate, leafIsRevoked)], signing: leafSigner,
                    port: ports.intermediate),
            ]
        }

        /// The responder knows only the real time, so the verifier has it too.
        func verifier(
            _ unavailability: RevocationCheck.Unavailability = .refuses,
            now: @escaping @Sendable () -> Date = { Date() }, fetch: @escaping RevocationCheck.Fetch = Responder.post
        ) throws -> SignedDataVerifier {
            try SignedDataVerifier(
                environment: .sandbox, bundleID: Forge.bundleID, roots: [forge.root.certificate.der],
                revocation: RevocationCheck(unavailability: unavailability, fetch: fetch), now: now)
        }
    }

    @Test func aChainThatIsNotRevokedIsAskedAboutOnce() async throws {
        var world = try World()
        try world.start()
        let jws = world.jws
        let count = Lock(0)
        let verifier = try world.verifier(fetch: { responder, body in
            count.withLock { $0 += 1 }
            return try await Responder.post(responder, body)
        })
        #expect(verifier.verifyTransaction(jws.utf8, age: .fresh).code == .retryable)
        await withTaskGroup(of: VerdictCode.self) { group in
            for _ in 0..<8 {
                group.addTask { await verifier.online { $0.verifyTransaction(jws.utf8, age: .fresh) }.code }
            }
            for await code in group { #expect(code == .valid) }
        }
        #expect(verifier.verifyTransaction(jws.utf8, age: .fresh).code == .valid)
        #expect(count.withLock { $0 } == 2)
    }

    @Test func aRevokedLeafIsRefused() async throws {
        var world = try World()
        try world.start(leafIsRevoked: true)
        let verifier = try world.verifier()
        let verdict = await verifier.online { $0.verifyTransaction(world.jws.utf8, age: .fresh) }
        #expect(throws: Refusal(.revoked, "its issuer has revoked it", certificate: .leaf)) { try verdict.get() }
    }

    @Test func aRevokedIntermediateIsRefused() async throws {
        var world = try World()
        try world.start(intermediateIsRevoked: true)
        let verifier = try world.verifier(.accepts)
        let verdict = await verifier.online { $0.verifyTransaction(world.jws.utf8, age: .fresh) }
        #expect(throws: Refusal(.revoked, "its issuer has revoked it", certificate: .intermediate)) {
            try verdict.get()
        }
    }

    @Test func aResponderOfTheIssuerMaySign() async throws {
        var world = try World()
        let delegate = try world.forge.leaf(of: world.intermediate) { $0.extendedKeyUsage = "OCSPSigning" }
        try world.start(leafSigner: delegate)
        let verifier = try world.verifier()
        let verdict = await verifier.online { $0.verifyTransaction(world.jws.utf8, age: .fresh) }
        #expect(verdict.code == .valid, "\(verdict)")
    }

    @Test func anAnswerThatSomebodyElseSignedIsOfNoUse() async throws {
        var world = try World()
        // Below the right authority, but not made for this.
        try world.start(leafSigner: world.forge.leaf(of: world.intermediate))
        let verifier = try world.verifier()
        let verdict = await verifier.online { $0.verifyTransaction(world.jws.utf8, age: .fresh) }
        #expect(verdict.code == .retryable, "\(verdict)")
    }

    @Test(arguments: [RevocationCheck.Unavailability.refuses, .accepts])
    func withoutAnAnswerTheCallersChoiceCounts(unavailability: RevocationCheck.Unavailability) async throws {
        let world = try World()
        let answers: [RevocationCheck.Fetch] = [
            { _, _ in throw URLError(.timedOut) },
            { _, _ in Data() },
            { _, _ in Data("no answer".utf8) },
            { _, _ in Data(repeating: 0x30, count: 2 << 20) },
            // A response with the status "try later".
            { _, _ in Data([0x30, 0x03, 0x0A, 0x01, 0x03]) },
        ]
        for answer in answers {
            let verifier = try world.verifier(unavailability, fetch: answer)
            let verdict = await verifier.online { $0.verifyTransaction(world.jws.utf8, age: .fresh) }
            #expect(verdict.code == (unavailability == .accepts ? .valid : .retryable), "\(verdict)")
        }
    }

    @Test func anAnswerIsAskedForAgainWhenItIsOutOfDate() async throws {
        var world = try World()
        try world.start()
        let jws = world.jws
        let count = Lock(0)
        let later = Lock(TimeInterval(0))
        let verifier = try world.verifier(
            now: { Date() + later.withLock { $0 } },
            fetch: { responder, body in
                count.withLock { $0 += 1 }
                return try await Responder.post(responder, body)
            })
        #expect(await verifier.online { $0.verifyTransaction(jws.utf8, age: .fresh) }.code == .valid)
        later.withLock { $0 = 31 * 60 }
        #expect(verifier.verifyTransaction(jws.utf8, age: .fresh).code == .retryable)
        // The responder's answer is now half an hour old to the verifier: out of date.
        #expect(await verifier.online { $0.verifyTransaction(jws.utf8, age: .fresh) }.code == .retryable)
        #expect(count.withLock { $0 } == 3)
    }
}
