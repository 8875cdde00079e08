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
            // The responder knows only the real time, so everything is of that time.
            let forge = try Forge(now: Date())
            let ports = try (Responder.freePort(), Responder.freePort())
            self.forge = forge
            self.ports = ports
            intermediate = try forge.intermediate { $0.responder = "http://127.0.0.1:\(ports.0)/" }
            leaf = try forge.leaf(of: intermediate) { $0.responder = "http://127.0.0.1:\(ports.1)/" }
            jws = try forge.jws(forge.transaction(), by: leaf, intermediate)
        }

        /// Signed by a new leaf of the same intermediate.
        func otherLeaf() throws -> (certificate: CertifiedKey, jws: String) {
            let leaf = try forge.leaf(of: intermediate) { $0.responder = "http://127.0.0.1:\(ports.intermediate)/" }
            return (leaf, try forge.jws(forge.transaction(), by: leaf, intermediate))
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

        func verifier(
            _ unavailability: RevocationCheck.Unavailability = .refuses,
            now: @escaping @Sendable () -> Date = { Date() }, fetch: @escaping RevocationCheck.Fetch = Responder.post
        ) throws -> SignedDataVerifier {
            try SignedDataVerifier(
                environment: .sandbox, bundleID: Forge.bundleID, roots: [forge.root.certificate.der],
                revocation: RevocationCheck(unavailability: unavailability, fetch: fetch), now: now)
        }
    }

    /// Counts what is asked, and gives no answer for the responders that are said to be dead.
    private final class Network: Sendable {
        private let state = Lock((questions: 0, dead: Set<UInt16>()))

        var questions: Int { state.withLock { $0.questions } }

        func kill(_ ports: UInt16...) {
            state.withLock { $0.dead.formUnion(ports) }
        }

        @Sendable func fetch(_ responder: URL, _ body: Data) async throws -> Data {
            let isDead = state.withLock { state in
                state.questions += 1
                return state.dead.contains { Int($0) == responder.port }
            }
            if isDead { throw URLError(.timedOut) }
            return try await Responder.post(responder, body)
        }
    }

    /// All who need the answer wait for the one question, also those who come while it is asked.
    @Test func aChainThatIsNotRevokedIsAskedAboutOnce() async throws {
        var world = try World()
        try world.start()
        let jws = world.jws
        let network = Network()
        let verifier = try world.verifier(fetch: network.fetch)
        #expect(verifier.verifyTransaction(jws.utf8, age: .fresh).code == .retryable)
        await withTaskGroup(of: VerdictCode.self) { group in
            for _ in 0..<8 {
                group.addTask { await verifier.online { $0.verifyTransaction(jws.utf8, age: .fresh) }.code }
            }
            for await code in group { #expect(code == .valid) }
        }
        #expect(verifier.verifyTransaction(jws.utf8, age: .fresh).code == .valid)
        #expect(network.questions == 2)
    }

    /// Nobody has validated it before, and each text has a header of its own.
    @Test func aChainThatManyMeetForTheFirstTimeAtOnceIsAskedAboutOnce() async throws {
        var world = try World()
        try world.start()
        let network = Network()
        let verifier = try world.verifier(fetch: network.fetch)
        let chain = [world.leaf, world.intermediate, world.forge.root].map { $0.certificate.base64 }
        let texts = try (0..<8).map { number in
            try world.forge.jws(
                world.forge.transaction(), header: Forge.header(presenting: chain, members: #","kid":"\#(number)""#),
                key: world.leaf.key)
        }
        await withTaskGroup(of: VerdictCode.self) { group in
            for jws in texts {
                group.addTask { await verifier.online { $0.verifyTransaction(jws.utf8, age: .fresh) }.code }
            }
            for await code in group { #expect(code == .valid) }
        }
        #expect(network.questions == 2)
    }

    @Test(arguments: [RevocationCheck.Unavailability.refuses, .accepts])
    func aRevokedLeafIsRefusedAlsoWhenNothingIsKnownOfTheIntermediate(
        unavailability: RevocationCheck.Unavailability
    ) async throws {
        var world = try World()
        try world.start(leafIsRevoked: true)
        let network = Network()
        network.kill(world.ports.root)
        let verifier = try world.verifier(unavailability, fetch: network.fetch)
        let verdict = await verifier.online { $0.verifyTransaction(world.jws.utf8, age: .fresh) }
        #expect(throws: Refusal(.revoked, "its issuer has revoked it", certificate: .leaf)) { try verdict.get() }
    }

    @Test(arguments: [RevocationCheck.Unavailability.refuses, .accepts])
    func aRevokedIntermediateIsRefusedAlsoWhenNothingIsKnownOfTheLeaf(
        unavailability: RevocationCheck.Unavailability
    ) async throws {
        var world = try World()
        try world.start(intermediateIsRevoked: true)
        let network = Network()
        network.kill(world.ports.intermediate)
        let verifier = try world.verifier(unavailability, fetch: network.fetch)
        let verdict = await verifier.online { $0.verifyTransaction(world.jws.utf8, age: .fresh) }
        #expect(throws: Refusal(.revoked, "its issuer has revoked it", certificate: .intermediate)) {
            try verdict.get()
        }
    }

    @Test func whatIsRevokedStaysSoWhenNoResponderAnswersAnyMore() async throws {
        var world = try World()
        try world.start(leafIsRevoked: true)
        let network = Network()
        let later = Lock(TimeInterval(0))
        let verifier = try world.verifier(.accepts, now: { Date() + later.withLock { $0 } }, fetch: network.fetch)
        let jws = world.jws
        // Noted twice over that somebody has to ask.
        #expect(verifier.verifyTransaction(jws.utf8, age: .fresh).code == .retryable)
        async let first = verifier.online { $0.verifyTransaction(jws.utf8, age: .fresh) }.code
        async let second = verifier.online { $0.verifyTransaction(jws.utf8, age: .fresh) }.code
        #expect(await [first, second] == [.revoked, .revoked])
        #expect(network.questions == 2)

        network.kill(world.ports.root, world.ports.intermediate)
        later.withLock { $0 = 2 * 60 * 60 }
        let other = try world.otherLeaf().jws
        #expect(await verifier.online { $0.verifyTransaction(other.utf8, age: .fresh) }.code == .valid)
        #expect(await verifier.online { $0.verifyTransaction(jws.utf8, age: .fresh) }.code == .revoked)
        #expect(verifier.verifyTransaction(jws.utf8, age: .fresh).code == .revoked)
    }

    @Test func whatIsKnownOfAnIntermediateHoldsForEachLeafBelowIt() async throws {
        var world = try World()
        try world.start(intermediateIsRevoked: true)
        let network = Network()
        let verifier = try world.verifier(.accepts, fetch: network.fetch)
        #expect(await verifier.online { $0.verifyTransaction(world.jws.utf8, age: .fresh) }.code == .revoked)
        let asked = network.questions
        let other = try world.otherLeaf().jws
        #expect(verifier.verifyTransaction(other.utf8, age: .fresh).code == .revoked)
        #expect(network.questions == asked)
    }

    @Test func theChainsInsideANotificationAreAskedAboutToo() async throws {
        let world = try World()
        let outside = try world.otherLeaf()
        let responders = [
            try Responder(
                for: world.forge.root, knowing: [(world.intermediate.certificate, false)], port: world.ports.root),
            try Responder(
                for: world.intermediate,
                knowing: [(world.leaf.certificate, true), (outside.certificate.certificate, false)],
                port: world.ports.intermediate),
        ]
        defer { withExtendedLifetime(responders) {} }
        let notification = try world.forge.jws(
            world.forge.notification(world.forge.data(transaction: world.jws)), by: outside.certificate,
            world.intermediate)
        let network = Network()
        let verifier = try world.verifier(fetch: network.fetch)
        let verdict = await verifier.online { $0.verifyNotification(notification.utf8, age: .fresh) }
        #expect(
            throws: Refusal(
                .revoked, "its issuer has revoked it", field: "data.signedTransactionInfo", certificate: .leaf)
        ) { try verdict.get() }
        #expect(network.questions == 3)
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
        let network = Network()
        let later = Lock(TimeInterval(0))
        let verifier = try world.verifier(now: { Date() + later.withLock { $0 } }, fetch: network.fetch)
        #expect(await verifier.online { $0.verifyTransaction(jws.utf8, age: .fresh) }.code == .valid)
        later.withLock { $0 = 32 * 60 }
        #expect(verifier.verifyTransaction(jws.utf8, age: .fresh).code == .retryable)
        // The responder's answer is now half an hour old to the verifier: out of date.
        #expect(await verifier.online { $0.verifyTransaction(jws.utf8, age: .fresh) }.code == .retryable)
        #expect(network.questions == 4)
    }

    @Test func theResponderOfAClockBehindIsBelieved() async throws {
        var world = try World()
        try world.start()
        let network = Network()
        // Half a minute after the answer says that there will be a newer one.
        let verifier = try world.verifier(now: { Date() + 30 * 60 + 30 }, fetch: network.fetch)
        #expect(await verifier.online { $0.verifyTransaction(world.jws.utf8, age: .fresh) }.code == .valid)
        #expect(network.questions == 2)
    }
}
