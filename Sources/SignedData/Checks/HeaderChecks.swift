extension Check<PresentedHeader> {
    static let ofHeader = [
        Check(.algorithm) { header in
            guard header.algorithm != "ES256" else { return nil }
            let found = header.algorithm.map { "\"\($0)\"" } ?? "nothing"
            return Refusal(.invalidFormat, "the algorithm is \(found), not \"ES256\"", field: "header.alg")
        },
        // RFC 7515, section 4.1.11: what must be understood and is not, must be refused.
        Check(.noCriticalMembers) { header in
            guard header.hasCriticalMembers else { return nil }
            return Refusal(.invalidFormat, "the App Store marks no header member as critical", field: "header.crit")
        },
        Check(.encodedPayload) { header in
            guard header.saysHowPayloadIsEncoded else { return nil }
            return Refusal(.invalidFormat, "the App Store always encodes the payload", field: "header.b64")
        },
    ]
}
