/// What the simulated device does where Apple's own systems have been seen to differ.
///
/// Empty, which is the default, is what Apple documents, exact and immediate. Each option switches one such thing to the
/// other behaviour that was observed, so that an app can be tested against what devices really do. Set it on a session
/// (`SKTestSession.behaviour`), or for a whole process with the environment variable `STOREKIT_BEHAVIOUR`, which holds
/// names as they are written here, separated by commas: `listsPurchasesLate,deliversUnfinishedOnce`.
///
/// A Linux extension: Apple's StoreKit has no such type.
public struct StoreKitBehaviour: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A purchase that `purchase(options:)` returns also arrives on `Transaction.updates`.
    ///
    /// Seen for subscriptions on macOS 26 and 27 with Xcode 27, and for whatever is left unfinished on iOS 26.5. Off:
    /// it does not arrive while it is new; left unfinished, it is among what the next listener begins with.
    public static let announcesOwnPurchases = StoreKitBehaviour(rawValue: 1 << 0)

    /// For one second of the store's time after `purchase(options:)` returned, the purchase is in no list of
    /// transactions and no status. Listeners are not affected.
    ///
    /// Seen on macOS 26 and iOS 26.5, where it takes 0.5 to 1.1 seconds. Off: it is there at once.
    public static let listsPurchasesLate = StoreKitBehaviour(rawValue: 1 << 1)

    /// `currentEntitlements` lists a subscription that is in billing retry without a grace period.
    ///
    /// Seen on the iOS 27 simulator. Off: it does not, as documented.
    public static let entitlesDuringBillingRetry = StoreKitBehaviour(rawValue: 1 << 2)

    /// Buying a subscription again after it has lapsed, without an offer, returns its old transaction, and nothing is
    /// bought.
    ///
    /// Seen on the iOS 27 simulator. Off: it starts anew with a new transaction, as on macOS.
    public static let handsBackLapsedSubscription = StoreKitBehaviour(rawValue: 1 << 3)

    /// A request to buy that the organizer declines arrives as a purchase.
    ///
    /// Seen on the iOS 27 simulator. Off: nothing arrives, as on macOS.
    public static let deliversDeclinedRequests = StoreKitBehaviour(rawValue: 1 << 4)

    /// `setSimulatedError(nil, forAPI:)` does not disarm the call but makes it fail with `StoreKitError.unknown`.
    ///
    /// Seen on macOS 26. Off: it disarms, as documented.
    public static let disarmingArmsUnknownError = StoreKitBehaviour(rawValue: 1 << 5)

    /// A simulated failure throws `StoreKitError.unknown`, whichever error was armed. What a failing verification
    /// reports is not affected.
    ///
    /// Seen on the iOS 27 simulator. Off: it throws the armed error, as on macOS.
    public static let simulatedFailuresThrowUnknown = StoreKitBehaviour(rawValue: 1 << 6)

    /// The unfinished transactions are sent once after the launch, to the first listener of `Transaction.updates`.
    ///
    /// Off: each listener begins with them. With it, a listener that comes later than another never hears of them, as
    /// Apple's documentation of `updates` warns.
    public static let deliversUnfinishedOnce = StoreKitBehaviour(rawValue: 1 << 7)

    /// `currentEntitlements` still lists a subscription that was upgraded, until the end of the period that was paid.
    ///
    /// Seen on iOS 18. Off: only what replaced it is listed.
    public static let entitlesUpgraded = StoreKitBehaviour(rawValue: 1 << 8)

    /// Buying a consumable of which a purchase is unfinished returns that purchase, and nothing is bought: the customer
    /// cannot buy again until the app finishes it.
    ///
    /// Off: each purchase is a new one.
    public static let repeatsUnfinishedConsumable = StoreKitBehaviour(rawValue: 1 << 9)
}

extension StoreKitBehaviour {
    /// What was seen on macOS 26 with Xcode 26 and 27.
    public static let macOS26: StoreKitBehaviour = [
        .announcesOwnPurchases, .listsPurchasesLate, .disarmingArmsUnknownError,
    ]

    /// What was seen on iOS 18.
    public static let iOS18: StoreKitBehaviour = [.entitlesUpgraded]

    /// What was seen on the iOS 26.5 simulator.
    public static let iOS26: StoreKitBehaviour = [.announcesOwnPurchases, .listsPurchasesLate]

    /// What was seen on the iOS 27 simulator.
    public static let iOS27: StoreKitBehaviour = [
        .entitlesDuringBillingRetry, .handsBackLapsedSubscription, .deliversDeclinedRequests,
        .simulatedFailuresThrowUnknown,
    ]

    private static let named: [(name: String, behaviour: StoreKitBehaviour)] = [
        ("announcesOwnPurchases", .announcesOwnPurchases),
        ("listsPurchasesLate", .listsPurchasesLate),
        ("entitlesDuringBillingRetry", .entitlesDuringBillingRetry),
        ("handsBackLapsedSubscription", .handsBackLapsedSubscription),
        ("deliversDeclinedRequests", .deliversDeclinedRequests),
        ("disarmingArmsUnknownError", .disarmingArmsUnknownError),
        ("simulatedFailuresThrowUnknown", .simulatedFailuresThrowUnknown),
        ("deliversUnfinishedOnce", .deliversUnfinishedOnce),
        ("entitlesUpgraded", .entitlesUpgraded),
        ("repeatsUnfinishedConsumable", .repeatsUnfinishedConsumable),
        ("macOS26", .macOS26),
        ("iOS18", .iOS18),
        ("iOS26", .iOS26),
        ("iOS27", .iOS27),
    ]

    /// Reads names separated by commas, as `STOREKIT_BEHAVIOUR` holds them. Spaces around a name do not matter.
    ///
    /// - Throws: ``UnknownBehaviour`` for the first name that is not known.
    package init(names: String) throws(UnknownBehaviour) {
        self = []
        for part in names.split(separator: ",") {
            let name = part.trimmingCharacters(in: .whitespaces)
            if name.isEmpty { continue }
            guard let known = Self.named.first(where: { $0.name == name }) else {
                throw UnknownBehaviour(name: name, known: Self.named.map(\.name))
            }
            formUnion(known.behaviour)
        }
    }

    /// What the environment variable `STOREKIT_BEHAVIOUR` says; nothing when it is not set.
    package static func fromEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(UnknownBehaviour) -> StoreKitBehaviour {
        guard let names = environment["STOREKIT_BEHAVIOUR"] else { return [] }
        return try StoreKitBehaviour(names: names)
    }
}

/// `STOREKIT_BEHAVIOUR` holds a name that no behaviour has.
package struct UnknownBehaviour: Error, Equatable, LocalizedError {
    package let name: String
    package let known: [String]

    package var errorDescription: String? {
        "STOREKIT_BEHAVIOUR names \(name), which is no behaviour. \(recoverySuggestion ?? "")"
    }

    package var recoverySuggestion: String? {
        "Write, separated by commas, some of \(known.joined(separator: ", "))."
    }
}

extension StoreKitBehaviour: CustomStringConvertible {
    /// The names of the single options, as `STOREKIT_BEHAVIOUR` takes them.
    public var description: String {
        Self.named.filter { contains($0.behaviour) && $0.behaviour.rawValue.nonzeroBitCount == 1 }
            .sorted { $0.behaviour.rawValue < $1.behaviour.rawValue }
            .map(\.name).joined(separator: ",")
    }
}
