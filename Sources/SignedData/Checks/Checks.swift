/// The checks that a verifier makes, stage by stage.
struct Checks: Sendable {
    let ofText: [Check<Segments>]
    let ofHeader: [Check<PresentedHeader>]
    let ofCertificates: [Check<CandidateChain>]
    let ofCertificateSignatures: [Check<CandidateChain>]
    let ofLatestDate: [Check<DatedChain>]
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
        ofCertificateSignatures = on(Check<CandidateChain>.ofCertificateSignatures)
        ofLatestDate = on(Check<DatedChain>.ofLatestDate)
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
