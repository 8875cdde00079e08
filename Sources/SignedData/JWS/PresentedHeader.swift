/// What a verifier reads from the header of a JWS.
///
/// Members that choose a key (`jwk`, `jku`, `kid`, `x5u`, …) are not read: the key is the one that the chain certifies.
struct PresentedHeader {
    var algorithm: String?
    var hasCriticalMembers = false
    var saysHowPayloadIsEncoded = false
    /// Base64 of the certificates in DER, the leaf first. Nil without an `x5c`.
    var certificates: [String]?
}

extension PresentedHeader: JSONObject {
    enum Member: String, CodingKey, CaseIterable {
        case algorithm = "alg"
        case critical = "crit"
        case isEncoded = "b64"
        case certificates = "x5c"
    }

    static let members = JSONMembers<Member>()

    mutating func read(_ member: Member, from value: JSONValue) throws(JSONFault) {
        switch member {
        case .algorithm: algorithm = try value.string()
        case .critical: hasCriticalMembers = true
        case .isEncoded: saysHowPayloadIsEncoded = true
        case .certificates: certificates = try value.strings()
        }
    }
}
