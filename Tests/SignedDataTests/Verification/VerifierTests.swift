import AppStoreData
import COpenSSL
import Foundation
import Testing

@testable import SignedData

struct VerifierTests {
    private func verifier(
        _ forge: Forge, limits: VerifierLimits = VerifierLimits(), now: (@Sendable () -> Date)? = nil
    ) throws -> SignedDataVerifier {
        let moment = forge.now
        return try SignedDataVerifier(
            environment: .sandbox, bundleID: Forge.bundleID, roots: [forge.root.certificate.der], limits: limits,
            now: now ?? { moment })
    }

    // MARK: What is valid

    @Test func whatTheAppStoreSignedIsReadWhole() throws {
        let forge = try Forge()
        let verifier = try verifier(forge)
        let transaction = try verifier.verifyTransaction(forge.jws(forge.transaction()).utf8, age: .fresh).get()
        #expect(transaction.transactionID == "2000000900000001")
        #expect(transaction.type == .autoRenewable)
        #expect(transaction.price == 9990)
        #expect(transaction.signedDate?.rawValue == forge.date(-1))
        let appTransaction = try verifier.verifyAppTransaction(forge.jws(forge.appTransaction()).utf8, age: .fresh)
            .get()
        #expect(appTransaction.appAppleID == Forge.appAppleID)
    }

    @Test func everyFormOfBytesIsTaken() throws {
        let forge = try Forge()
        let verifier = try verifier(forge)
        let jws = try forge.jws(forge.transaction())
        #expect(verifier.verifyTransaction(Array(jws.utf8), age: .fresh).code == .valid)
        #expect(verifier.verifyTransaction(Data(jws.utf8), age: .fresh).code == .valid)
        #expect(verifier.verifyTransaction("x\(jws)".dropFirst().utf8, age: .fresh).code == .valid)
        #expect(verifier.verifyTransaction(Array(jws.utf8).reversed().reversed(), age: .fresh).code == .valid)
        // Without contiguous storage.
        #expect(verifier.verifyTransaction(jws.utf8.lazy.map { $0 }, age: .fresh).code == .valid)
    }

    @Test func membersThatChooseAKeyAreIgnored() throws {
        let forge = try Forge()
        let members =
            #","kid":"x","jku":"https://example.com","jwk":{"kty":"EC"},"x5u":"https://example.com","typ":"x""#
        let jws = try forge.jws(forge.transaction(), members: members)
        #expect(try verifier(forge).verifyTransaction(jws.utf8, age: .fresh).code == .valid)
    }

    @Test func valuesAndMembersThatAreNewAreKeptOrPassedOver() throws {
        let forge = try Forge()
        let members =
            #","offerType":99,"inAppOwnershipType":"LENT","new":{"a":[1]},"exp":1,"nbf":99999999999,"appAccountToken":"""#
        let jws = try forge.jws(forge.transaction(members: members))
        let transaction = try verifier(forge).verifyTransaction(jws.utf8, age: .fresh).get()
        #expect(transaction.offerType?.rawValue == 99)
        #expect(transaction.inAppOwnershipType?.rawValue == "LENT")
        #expect(transaction.appAccountToken?.rawValue == "")
    }

    @Test func theRootMayBePresentedByAnotherCertificateOfItsKey() throws {
        let forge = try Forge()
        let renewed = try CertifiedKey(Forge.rootTemplate(at: forge.now), key: forge.root.key)
        #expect(renewed.certificate.der != forge.root.certificate.der)
        let jws = try forge.jws(forge.transaction(), by: nil, nil, renewed)
        #expect(try verifier(forge).verifyTransaction(jws.utf8, age: .fresh).code == .valid)
    }

    @Test func authoritiesNeedNotBeOfACurve() throws {
        let forge = try Forge()
        let root = try forge.root { $0.curve = .p256 }
        let intermediate = try forge.intermediate(of: root) {
            $0.curve = .p256; $0.digest = .sha256
        }
        let leaf = try forge.leaf(of: intermediate) {
            $0.hasCriticalBasicConstraints = false; $0.hasKeyIdentifiers = false
        }
        let moment = forge.now
        let verifier = try SignedDataVerifier(
            environment: .sandbox, bundleID: Forge.bundleID,
            roots: [forge.root.certificate.der, root.certificate.der], now: { moment })
        let jws = try forge.jws(forge.transaction(), by: leaf, intermediate, root)
        #expect(verifier.verifyTransaction(jws.utf8, age: .fresh).code == .valid)
    }

    /// (r, n - s) is a signature too. Nothing may be known by the text of a JWS.
    @Test func theTwinOfASignatureIsValid() throws {
        let forge = try Forge()
        let jws = try forge.jws(forge.transaction())
        let signature = Array(try UnverifiedJWS(jws).signature)
        let order: [UInt8] =
            [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
            + [0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51]
        var borrow = 0
        var twin: [UInt8] = []
        for (n, s) in zip(order, signature[32...]).reversed() {
            let difference = Int(n) - Int(s) - borrow
            borrow = difference < 0 ? 1 : 0
            twin.insert(UInt8(truncatingIfNeeded: difference), at: 0)
        }
        let text = jws.prefix(jws.count - 86) + Base64.url.string(signature[..<32] + twin)
        #expect(text != jws)
        #expect(try verifier(forge).verifyTransaction(text.utf8, age: .fresh).code == .valid)
    }

    @Test func aNotificationOfAnyBodyIsRead() throws {
        let forge = try Forge()
        let verifier = try verifier(forge)
        let full = try verifier.verifyNotification(
            forge.jws(
                forge.notification(
                    forge.data(
                        transaction: forge.jws(forge.transaction()), renewalInfo: forge.jws(forge.renewalInfo())))
            ).utf8,
            age: .fresh
        ).get()
        #expect(full.transaction?.originalTransactionID == "2000000800000001")
        #expect(full.renewalInfo?.payload.autoRenewStatus == .on)
        #expect(full.renewalInfo?.isBound == true)
        for body in [
            #""summary":{"bundleId":"\#(Forge.bundleID)","environment":"Sandbox"}"#,
            #""externalPurchaseToken":{"bundleId":"\#(Forge.bundleID)","externalPurchaseId":"SANDBOX_1"}"#,
            #""appData":{"bundleId":"\#(Forge.bundleID)","environment":"Sandbox","signedAppTransactionInfo":"\#(try forge.jws(forge.appTransaction()))"}"#,
            #""data":{"bundleId":"\#(Forge.bundleID)","environment":"Sandbox"},"subtype":"WAT""#,
        ] {
            let verdict = try verifier.verifyNotification(forge.jws(forge.notification(body)).utf8, age: .fresh)
            #expect(verdict.code == .valid, "\(verdict)")
        }
        let alone = try verifier.verifyNotification(
            forge.jws(forge.notification(forge.data(renewalInfo: forge.jws(forge.renewalInfo())))).utf8, age: .fresh)
        #expect(try alone.get().renewalInfo?.isBound == false)
    }

    @Test func aRenewalInfoIsBoundToItsTransaction() throws {
        let forge = try Forge()
        let verifier = try verifier(forge)
        let jws = try forge.jws(forge.renewalInfo())
        var transaction = try verifier.verifyTransaction(forge.jws(forge.transaction()).utf8, age: .fresh).get()
        #expect(try verifier.verifyRenewalInfo(jws.utf8, of: nil, age: .fresh).get().isBound == false)
        #expect(try verifier.verifyRenewalInfo(jws.utf8, of: transaction, age: .fresh).get().isBound)
        transaction.originalTransactionID = "2000000800000002"
        #expect(verifier.verifyRenewalInfo(jws.utf8, of: transaction, age: .fresh).code == .mismatch)
        transaction.originalTransactionID = nil
        #expect(verifier.verifyRenewalInfo(jws.utf8, of: transaction, age: .fresh).code == .mismatch)
    }

    /// One subscription's identifier can be another's elsewhere.
    @Test func aRenewalInfoIsNotBoundToATransactionOfElsewhere() throws {
        let forge = try Forge()
        let verifier = try verifier(forge)
        let jws = try forge.jws(forge.renewalInfo())
        let transaction = try verifier.verifyTransaction(forge.jws(forge.transaction()).utf8, age: .fresh).get()
        func refusal(_ change: (inout TransactionPayload) -> Void) -> Refusal? {
            var other = transaction
            change(&other)
            guard case .refused(let refusal) = verifier.verifyRenewalInfo(jws.utf8, of: other, age: .fresh) else {
                return nil
            }
            return refusal
        }
        #expect(refusal { $0.environment = .production }?.code == .mismatch)
        #expect(refusal { $0.environment = .production }?.field == "environment")
        #expect(refusal { $0.environment = nil }?.code == .mismatch)
        #expect(refusal { $0.bundleID = "com.example.evil" }?.code == .mismatch)
        #expect(refusal { $0.bundleID = nil }?.code == .mismatch)
        #expect(refusal { $0.quantity = 2 } == nil)
    }

    // MARK: Dates

    @Test func whatIsStoredIsJudgedAtItsSignedDate() throws {
        let forge = try Forge()
        let expired = try forge.leaf { $0.notAfter = forge.now - 300 * Forge.day }
        let jws = try forge.jws(forge.transaction(signedDate: "\(forge.date(-301))"), by: expired)
        let verifier = try verifier(forge)
        #expect(verifier.verifyTransaction(jws.utf8, age: .stored).code == .valid)
        // Also when the header is known from before.
        let fresh = verifier.verifyTransaction(jws.utf8, age: .fresh)
        #expect(fresh.code == .invalidChain)
    }

    @Test func whatIsFreshMayBeOfALeafThatExpiredInTheLast60Days() throws {
        let forge = try Forge()
        let expired = try forge.leaf { $0.notAfter = forge.now - 59 * Forge.day }
        let verifier = try verifier(forge)
        func code(signed days: Double) throws -> VerdictCode {
            try verifier.verifyTransaction(
                forge.jws(forge.transaction(signedDate: "\(forge.date(days))"), by: expired).utf8, age: .fresh
            ).code
        }
        #expect(try code(signed: -60) == .valid)
        #expect(try code(signed: -58) == .invalidChain)
    }

    @Test func aClockAMinuteAheadIsBelieved() throws {
        let forge = try Forge()
        let verifier = try verifier(forge)
        func code(signedIn seconds: Double) throws -> VerdictCode {
            try verifier.verifyTransaction(
                forge.jws(forge.transaction(signedDate: "\(forge.date(seconds / 86400))")).utf8, age: .fresh
            ).code
        }
        #expect(try code(signedIn: 60) == .valid)
        #expect(try code(signedIn: 61) == .invalidChain)
    }

    @Test func withoutASignedDateThePresentCounts() throws {
        let forge = try Forge()
        let payload = #"{"bundleId":"\#(Forge.bundleID)","environment":"Sandbox"}"#
        let expired = try forge.leaf { $0.notAfter = forge.now - Forge.day }
        #expect(try verifier(forge).verifyTransaction(forge.jws(payload).utf8, age: .stored).code == .valid)
        let late = try verifier(forge).verifyTransaction(forge.jws(payload, by: expired).utf8, age: .stored)
        #expect(late.code == .invalidChain)
    }

    // MARK: Memory and limits

    @Test func whatIsRememberedIsJudgedAtEachDate() throws {
        let forge = try Forge()
        let days = Lock(0.0)
        let moment = forge.now
        let verifier = try verifier(forge, now: { moment + days.withLock { $0 } * Forge.day })
        let jws = try forge.jws(forge.transaction(signedDate: "\(forge.date(-1))"))
        #expect(verifier.verifyTransaction(jws.utf8, age: .fresh).code == .valid)
        days.withLock { $0 = 459 }
        #expect(verifier.verifyTransaction(jws.utf8, age: .fresh).code == .valid)
        days.withLock { $0 = 461 }
        guard case .refused(let refusal) = verifier.verifyTransaction(jws.utf8, age: .fresh) else {
            Issue.record("a leaf that expired more than 60 days ago was accepted")
            return
        }
        #expect(refusal.isForDatesAlone)
        #expect(verifier.verifyTransaction(jws.utf8, age: .stored).code == .valid)
    }

    @Test func aKnownHeaderDoesNotVouchForASignature() throws {
        let forge = try Forge()
        let verifier = try verifier(forge)
        let jws = try forge.jws(forge.transaction())
        let other = try forge.jws(forge.transaction(bundleID: "com.example.evil"))
        #expect(verifier.verifyTransaction(jws.utf8, age: .fresh).code == .valid)
        let swapped =
            jws.split(separator: ".")[0] + "." + other.split(separator: ".")[1] + "." + jws.split(separator: ".")[2]
        #expect(verifier.verifyTransaction(swapped.utf8, age: .fresh).code == .invalidSignature)
        #expect(verifier.verifyTransaction(other.utf8, age: .fresh).code == .invalidAppIdentifier)
    }

    @Test func unknownChainsAreValidatedOnlySoOften() throws {
        let forge = try Forge()
        let seconds = Lock(0.0)
        let moment = forge.now
        let verifier = try verifier(
            forge, limits: VerifierLimits(rememberedChains: 2, validationsPerSecond: 3),
            now: { moment + seconds.withLock { $0 } })
        let known = try forge.jws(forge.transaction())
        #expect(verifier.verifyTransaction(known.utf8, age: .fresh).code == .valid)
        // Each looks right until its signatures are verified.
        let forged = try (0..<4).map { _ in
            try forge.jws(
                forge.transaction(), by: forge.leaf(of: forge.otherIntermediate) { $0.hasKeyIdentifiers = false })
        }
        let codes = forged.map { verifier.verifyTransaction($0.utf8, age: .fresh).code }
        #expect(codes == [.invalidChain, .invalidChain, .retryable, .retryable])
        // What is known is not held up, and a failure that is remembered costs no validation.
        #expect(verifier.verifyTransaction(known.utf8, age: .fresh).code == .valid)
        #expect(verifier.verifyTransaction(forged[0].utf8, age: .fresh).code == .invalidChain)
        let honest = try forge.jws(forge.transaction(), by: forge.leaf())
        #expect(verifier.verifyTransaction(honest.utf8, age: .fresh).code == .retryable)
        seconds.withLock { $0 = 1 }
        #expect(verifier.verifyTransaction(honest.utf8, age: .fresh).code == .valid)
    }

    @Test func madeUpIntermediatesDoNotHoldUpANewLeaf() throws {
        let forge = try Forge()
        let verifier = try verifier(forge, limits: VerifierLimits(rememberedChains: 2, validationsPerSecond: 3))
        let known = try forge.jws(forge.transaction())
        #expect(verifier.verifyTransaction(known.utf8, age: .fresh).code == .valid)
        let codes = try (0..<4).map { _ in
            let impostor = try forge.intermediate(of: forge.otherRoot) { $0.hasKeyIdentifiers = false }
            let jws = try forge.jws(forge.transaction(), by: forge.leaf(of: impostor), impostor)
            return verifier.verifyTransaction(jws.utf8, age: .fresh).code
        }
        #expect(codes == [.invalidChain, .invalidChain, .retryable, .retryable])
        let honest = try forge.jws(forge.transaction(), by: forge.leaf())
        #expect(verifier.verifyTransaction(honest.utf8, age: .fresh).code == .valid)
    }

    /// Else OpenSSL's word for one thing would be taken for the reason of another, also by others who use it.
    @Test func nothingIsLeftInTheErrorQueueOfOpenSSL() throws {
        let forge = try Forge()
        let verifier = try verifier(forge)
        ERR_clear_error()
        for attack in try forge.allAttacks() {
            _ = verifier.verify(attack.jws.utf8, as: attack.kind, age: attack.age)
            #expect(ERR_peek_error() == 0, "\(attack.name)")
            ERR_clear_error()
        }
    }

    @Test func chainsThatFailPushNothingOut() throws {
        let forge = try Forge()
        let verifier = try verifier(forge, limits: VerifierLimits(rememberedChains: 1, validationsPerSecond: 10))
        let known = try forge.jws(forge.transaction())
        #expect(verifier.verifyTransaction(known.utf8, age: .fresh).code == .valid)
        for _ in 0..<9 {
            let leaf = try forge.leaf(of: forge.otherIntermediate) { $0.hasKeyIdentifiers = false }
            _ = try verifier.verifyTransaction(forge.jws(forge.transaction(), by: leaf).utf8, age: .fresh)
        }
        // No validation is left: the chain is still known, or the verdict would be another.
        let unknown = try forge.jws(forge.transaction(), by: forge.leaf())
        #expect(verifier.verifyTransaction(unknown.utf8, age: .fresh).code == .retryable)
        #expect(verifier.verifyTransaction(known.utf8, age: .fresh).code == .valid)
        let otherHeader = try forge.jws(forge.transaction(), members: #","kid":"new""#)
        #expect(verifier.verifyTransaction(otherHeader.utf8, age: .fresh).code == .valid)
    }

    @Test func manyThreadsMayUseOneVerifier() async throws {
        let forge = try Forge()
        let verifier = try verifier(forge, limits: VerifierLimits(rememberedChains: 2, validationsPerSecond: 10_000))
        let leaves = try (0..<4).map { _ in try forge.leaf() }
        let sound = try leaves.map { try forge.jws(forge.transaction(), by: $0) }
        let forged = try forge.jws(forge.transaction(), by: forge.otherLeaf, forge.otherIntermediate, forge.otherRoot)
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<25).allSatisfy { round in
                        verifier.verifyTransaction(sound[(task + round) % 4].utf8, age: .fresh).code == .valid
                            && verifier.verifyTransaction(forged.utf8, age: .fresh).code == .invalidChain
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    // MARK: Configuration

    @Test func aVerifierThatCannotJudgeIsNotMade() throws {
        #expect(throws: VerifierConfigurationError.missingAppAppleID) {
            try SignedDataVerifier(environment: .production, bundleID: "x")
        }
        #expect(throws: VerifierConfigurationError.noRoots) {
            try SignedDataVerifier(environment: .sandbox, bundleID: "x", roots: [])
        }
        for environment in [AppStoreEnvironment.xcode, .localTesting, AppStoreEnvironment(rawValue: "x")] {
            #expect(throws: VerifierConfigurationError.testingEnvironment(environment)) {
                try SignedDataVerifier(environment: environment, bundleID: "x")
            }
        }
        #expect {
            try SignedDataVerifier(environment: .sandbox, bundleID: "x", roots: [AppleRoot.g3, Data([1, 2, 3])])
        } throws: { error in
            guard case VerifierConfigurationError.unreadableRoot(index: 1, _) = error else { return false }
            return true
        }
        for environment in [AppStoreEnvironment.production, .sandbox] {
            #expect(throws: VerifierConfigurationError.notATestingEnvironment(environment)) {
                try SignedDataVerifier.testing(
                    environment: environment, bundleID: "x", trust: .root(AppleRoot.g3))
            }
        }
    }

    @Test(arguments: [AppStoreEnvironment.xcode, .localTesting])
    func aTestsDataIsJudgedAtItsSignedDateWheneverThatIs(environment: AppStoreEnvironment) throws {
        // A session of the year 2090.
        let start = Date(timeIntervalSince1970: 3_800_000_000)
        let chain = try SigningChain(startingAt: start)
        let verifier = try SignedDataVerifier.testing(
            environment: environment, bundleID: Forge.bundleID, trust: .root(chain.root.der))
        func code(_ date: Date, environment: String) throws -> VerdictCode {
            let payload =
                #"{"bundleId":"\#(Forge.bundleID)","environment":"\#(environment)","signedDate":\#(Timestamp(date).rawValue)}"#
            return try verifier.verifyTransaction(chain.sign(payload: Data(payload.utf8)).utf8, age: .fresh).code
        }
        #expect(try code(start + 3_000_000_000, environment: environment.rawValue) == .valid)
        #expect(try code(start, environment: "Sandbox") == .invalidEnvironment)
        #expect(try code(start - 2 * 86400, environment: environment.rawValue) == .invalidChain)
        let other = try SigningChain(startingAt: start)
        let payload = #"{"bundleId":"\#(Forge.bundleID)","environment":"\#(environment.rawValue)"}"#
        #expect(
            try verifier.verifyTransaction(other.sign(payload: Data(payload.utf8)).utf8, age: .fresh).code
                == .invalidChain)
    }
}
