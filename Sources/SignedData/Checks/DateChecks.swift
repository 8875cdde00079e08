internal import AppStoreData
internal import Foundation

/// A chain at the date of what it signed.
struct DatedChain {
    var validity: ChainValidity
    /// When the data was signed: what it says, or now if it says nothing.
    var signedDate: Timestamp
    /// Nil where nothing but the signed date counts.
    var present: Present?

    struct Present {
        var now: Timestamp
        /// Milliseconds that other clocks may be ahead of this one.
        var skew: Int64
        var age: SignedDataAge

        var latestSignedDate: Timestamp {
            Timestamp(rawValue: now.rawValue + skew)
        }
    }
}

extension Check<DatedChain> {
    /// Each refuses for dates alone, so they are the last to be made: nothing else may speak against the data by then.
    static let ofDates: [Check] = [
        Check(.signedInThePast) { dated in
            guard let latest = dated.present?.latestSignedDate, dated.signedDate > latest else { return nil }
            return Refusal(
                .invalidChain, "it was signed in the future, at \(dated.signedDate.date)", field: "signedDate",
                isForDatesAlone: true)
        },
        notTooEarly(.leafValidity, .leaf), notTooLate(.leafValidity, .leaf),
        notTooEarly(.intermediateValidity, .intermediate), notTooLate(.intermediateValidity, .intermediate),
        notTooEarly(.rootValidity, .root), notTooLate(.rootValidity, .root),
        Check(.freshness) { dated in
            guard let present = dated.present, present.age == .fresh, let leaf = dated.validity[.leaf],
                leaf.upperBound.rawValue < present.now.rawValue - longestSinceExpiry
            else { return nil }
            return Refusal(
                .invalidChain, "it expired at \(leaf.upperBound.date), longer than 60 days ago", certificate: .leaf,
                isForDatesAlone: true)
        },
    ]

    private static var longestSinceExpiry: Int64 { 60 * 24 * 60 * 60 * 1000 }

    private static func notTooEarly(_ name: VerificationCheck, _ role: CertificateRole) -> Check {
        Check(name) { dated in
            guard let first = dated.validity[role]?.lowerBound, dated.signedDate < first else { return nil }
            return Refusal(
                .invalidChain, "it is valid from \(first.date), and the data is of \(dated.signedDate.date)",
                certificate: role, isForDatesAlone: true)
        }
    }

    private static func notTooLate(_ name: VerificationCheck, _ role: CertificateRole) -> Check {
        Check(name) { dated in
            guard let last = dated.validity[role]?.upperBound, dated.signedDate > last else { return nil }
            return Refusal(
                .invalidChain, "it is valid until \(last.date), and the data is of \(dated.signedDate.date)",
                certificate: role, isForDatesAlone: true)
        }
    }
}
