internal import AppStoreData

/// What a payload claims, and for which app and environment it would have to be.
struct ClaimsForApp {
    var claims: Claims
    var app: App
    /// A member of another kind of payload, if there is one.
    var contradiction: String?
    var kind: SignedDataKind

    struct App {
        var bundleID: String
        var appAppleID: Int64?
        var environment: AppStoreEnvironment
    }
}

extension Check<ClaimsForApp> {
    static let ofClaims: [Check] = [
        Check(.singleBody) { subject in
            guard subject.claims.bodies.count > 1 else { return nil }
            return Refusal(
                .invalidFormat, "a notification has one of them: \(subject.claims.bodies.joined(separator: ", "))",
                field: subject.claims.place)
        },
        Check(.appIdentifier) { subject in
            guard subject.claims.namesApp, subject.claims.bundleID != subject.app.bundleID else { return nil }
            return Refusal(
                .invalidAppIdentifier,
                "it is for \(quoted(subject.claims.bundleID)), not for \(quoted(subject.app.bundleID))",
                field: subject.claims.field("bundleId"))
        },
        // Only production knows the number.
        Check(.appAppleID) { subject in
            guard subject.claims.namesAppAppleID, subject.app.environment == .production,
                subject.claims.appAppleID != subject.app.appAppleID
            else { return nil }
            let found = subject.claims.appAppleID.map { String($0) } ?? "no app"
            let expected = subject.app.appAppleID.map { String($0) } ?? "none"
            return Refusal(
                .invalidAppIdentifier, "it is for the App Apple ID of \(found), not for \(expected)",
                field: subject.claims.field("appAppleId"))
        },
        Check(.kind) { subject in
            guard let contradiction = subject.contradiction else { return nil }
            return Refusal(
                .wrongKind, "it has the member \(contradiction), which no \(subject.kind.rawValue) has",
                field: contradiction)
        },
        Check(.environment) { subject in
            guard subject.claims.environment != subject.app.environment else { return nil }
            let found = quoted(subject.claims.environment?.rawValue)
            return Refusal(
                .invalidEnvironment, "it is of the environment \(found), not of \(subject.app.environment.rawValue)",
                field: subject.claims.field(subject.claims.environmentMember))
        },
    ]

    private static func quoted(_ text: String?) -> String {
        text.map { "\"\($0)\"" } ?? "nothing"
    }
}
