import AppStoreData
import Foundation
import Testing

@testable import SignedData

struct AttackTests {
    static let forge = Result { try Forge() }
    static let attacks = Result { try forge.get().allAttacks() }

    @Test func everyAttackIsRefusedForItsOwnReason() throws {
        let forge = try Self.forge.get()
        for attack in try Self.attacks.get() {
            let verdict = try attack.verdict(at: forge.now)
            guard case .refused(let refusal) = verdict else {
                Issue.record("\(attack.name) got through")
                continue
            }
            #expect(refusal.code == attack.expected, "\(attack.name): \(refusal)")
            #expect(refusal.certificate == attack.certificate, "\(attack.name): \(refusal)")
            #expect(refusal.isForDatesAlone == attack.isForDatesAlone, "\(attack.name): \(refusal)")
            if let field = attack.field {
                #expect(refusal.field?.hasPrefix(field) == true, "\(attack.name): \(refusal)")
            }
        }
    }

    /// With one check left out, the verifier must let something through that the whole one refuses: a check that no
    /// attack needs is either untested or one too many.
    @Test(arguments: VerificationCheck.allCases)
    func eachCheckAloneStopsAnAttack(check: VerificationCheck) throws {
        let forge = try Self.forge.get()
        let isNeeded = try Self.attacks.get().contains { attack in
            try attack.verdict(at: forge.now, switchingOff: [check]).code == .valid
        }
        #expect(isNeeded)
    }

    @Test func theNamesOfAttacksAreTheirOwn() throws {
        let names = try Self.attacks.get().map { "\($0.kind) \($0.name)" }
        #expect(Set(names).count == names.count)
    }
}
