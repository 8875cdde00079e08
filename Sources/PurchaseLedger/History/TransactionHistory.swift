import AppStoreData

/// All that is known of one transaction: its versions in the order in which the App Store signed them.
///
/// What happened is a function of the set of versions, so it is the same in whatever order and however often they came.
struct TransactionHistory {
    /// What one signed version says about the things that change.
    struct Version: Hashable, Comparable {
        var signedDate: Timestamp
        var revocationDate: Timestamp?
        var isUpgraded: Bool
        var expirationDate: Timestamp?

        /// By signed date. Two versions signed in the same millisecond are ordered by what they say, so that every
        /// order of arrival ends with the same one: a revocation counts as the later.
        static func < (lhs: Version, rhs: Version) -> Bool {
            lhs.order < rhs.order
        }

        private var order: (Int64, Int64, Int, Int64) {
            (
                signedDate.rawValue, revocationDate?.rawValue ?? .min, isUpgraded ? 1 : 0,
                expirationDate?.rawValue ?? .min
            )
        }
    }

    /// An event, named within its transaction.
    struct Event: Hashable {
        var kind: LedgerEvent.Kind
        var ordinal: Int
        var signedDate: Timestamp
        var date: Timestamp?
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
            if let revocationDate = version.revocationDate, known.revocationDate == nil {
                append(.revocation, version.signedDate, revocationDate)
            }
            if version.revocationDate == nil && known.revocationDate != nil {
                append(.revocationReversal, version.signedDate, nil)
            }
            known = version
        }
        return events
    }
}
