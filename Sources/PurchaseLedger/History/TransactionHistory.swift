import AppStoreData

/// All that is known of one transaction: its versions in the order in which the App Store signed them.
///
/// What happened is a function of the set of versions, so it is the same in whatever order and however often they came.
struct TransactionHistory {
    /// What one signed version says about the things that change.
    struct Version: Hashable, Comparable {
        var signedDate: Timestamp
        var revocationDate: Timestamp?
        var revocationType: RevocationType?
        var revocationPercentage: Int?
        var isUpgraded: Bool
        var expirationDate: Timestamp?

        var isRevoked: Bool { revocationDate != nil }

        /// How much is taken back, in thousandths of a percent. All, where a revocation does not say how much.
        var revokedShare: Int {
            isRevoked ? min(max(revocationPercentage ?? Self.wholeShare, 0), Self.wholeShare) : 0
        }

        static let wholeShare = 100_000

        /// By signed date. Two versions signed in the same millisecond are ordered by what they say, so that every
        /// order of arrival ends with the same one: a revocation counts as the later, and the greater one of two.
        static func < (lhs: Version, rhs: Version) -> Bool {
            lhs.order < rhs.order
        }

        private var order: (Int64, Int64, Int, String, Int, Int64) {
            (
                signedDate.rawValue, revocationDate?.rawValue ?? .min, revokedShare, revocationType?.rawValue ?? "",
                isUpgraded ? 1 : 0, expirationDate?.rawValue ?? .min
            )
        }
    }

    /// An event, named within its transaction.
    struct Event: Hashable {
        var kind: LedgerEvent.Kind
        var ordinal: Int
        var signedDate: Timestamp
        var date: Timestamp?
        var revocationType: RevocationType?
        var revocationPercentage: Int?
    }

    private(set) var versions: [Version]
    var purchaseDate: Timestamp

    init(purchaseDate: Timestamp, versions: [Version]) {
        self.purchaseDate = purchaseDate
        self.versions = versions.sorted()
    }

    var latest: Version? { versions.last }

    /// What happened, oldest first.
    ///
    /// A version that is learned of late can add events and correct the dates of others; it never takes one away.
    /// So an event stays what it is once it has been recorded.
    var events: [Event] {
        guard let first = versions.first else { return [] }
        var events: [Event] = []
        var counts: [LedgerEvent.Kind: Int] = [:]
        func append(_ kind: LedgerEvent.Kind, _ signedDate: Timestamp, _ date: Timestamp?) {
            counts[kind, default: 0] += 1
            events.append(Event(kind: kind, ordinal: counts[kind, default: 0], signedDate: signedDate, date: date))
        }
        append(.purchase, first.signedDate, purchaseDate)
        var known = Version(
            signedDate: first.signedDate, revocationDate: nil, isUpgraded: false, expirationDate: first.expirationDate)
        for version in versions {
            if version.isUpgraded && !known.isUpgraded {
                append(.upgrade, version.signedDate, nil)
            }
            if version.expirationDate != known.expirationDate {
                append(.expirationChange, version.signedDate, version.expirationDate)
            }
            if version.isRevoked && (!known.isRevoked || version.revokedShare != known.revokedShare) {
                append(.revocation, version.signedDate, version.revocationDate)
                events[events.count - 1].revocationType = version.revocationType
                events[events.count - 1].revocationPercentage = version.revocationPercentage
            }
            if !version.isRevoked && known.isRevoked {
                append(.revocationReversal, version.signedDate, nil)
            }
            known = version
        }
        return events
    }
}
