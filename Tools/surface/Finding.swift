/// Something in which the modules and the listing of Apple's API do not agree.
struct Finding {
    enum Kind: String, CaseIterable {
        case missing
        case kind
        case signature
        case isolation
        case exhaustiveness
        case extra
    }

    let module: String
    let type: String
    let member: String
    let kind: Kind
    /// What Apple declares; empty for what only our modules have.
    let expected: String
    /// What our modules declare; empty for what they lack.
    let found: String
}
