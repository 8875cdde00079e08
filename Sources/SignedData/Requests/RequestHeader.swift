/// The header of everything that a server signs.
struct RequestHeader: Codable {
    var alg: String
    var kid: String
    var typ: String?
}
