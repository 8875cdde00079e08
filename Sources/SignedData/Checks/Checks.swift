/// The checks that a verifier makes, stage by stage.
struct Checks: Sendable {
    let ofText: [Check<Segments>]
    let ofHeader: [Check<PresentedHeader>]
    let ofCertificates: [Check<CandidateChain>]
    let ofIntermediateSignature: [Check<CandidateChain>]
    let ofLeafSignature: [Check<CandidateChain>]
    let ofDates: [Check<DatedChain>]
    let ofClaims: [Check<ClaimsForApp>]
    let ofNotification: [Check<VerifiedNotification>]
    private let switchedOff: Set<VerificationCheck>

    init(without switchedOff: Set<VerificationCheck> = []) {
        func on<Subject>(_ checks: [Check<Subject>]) -> [Check<Subject>] {
            checks.filter { !switchedOff.contains($0.name) }
        }
        ofText = on(Check<Segments>.ofText)
        ofHeader = on(Check<PresentedHeader>.ofHeader)
        ofCertificates = on(Check<CandidateChain>.ofCertificates)
        ofIntermediateSignature = on(Check<CandidateChain>.ofIntermediateSignature)
        ofLeafSignature = on(Check<CandidateChain>.ofLeafSignature)
        ofDates = on(Check<DatedChain>.ofDates)
        ofClaims = on(Check<ClaimsForApp>.ofClaims)
        ofNotification = on(Check<VerifiedNotification>.ofNotification)
        self.switchedOff = switchedOff
    }

    /// For a check that is part of a larger step.
    func areOn(_ check: VerificationCheck) -> Bool {
        !switchedOff.contains(check)
    }
}
