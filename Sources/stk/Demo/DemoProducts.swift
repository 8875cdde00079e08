import AppStoreData
import AppStoreSimulator

/// Which of a configuration's products play which part.
struct DemoProducts {
    typealias Product = StoreConfiguration.Product

    let consumable: Product?
    let nonConsumable: Product?
    let nonRenewing: Product?
    /// The subscription that is bought first: of the lowest level in the group with the most levels, the shortest.
    let subscription: Product?
    /// A product of the same group on a higher level, the shortest of the next one up.
    let upgrade: Product?

    init(_ configuration: StoreConfiguration) {
        func first(_ type: ProductType) -> Product? { configuration.products.first { $0.type == type } }
        consumable = first(.consumable)
        nonConsumable = first(.nonConsumable)
        nonRenewing = first(.nonRenewing)

        let groups = configuration.subscriptionGroups.map { group in
            configuration.products.filter { $0.subscription?.groupID == group.id }
        }
        func levels(_ group: [Product]) -> Int { Set(group.compactMap(\.subscription?.level)).count }
        // `max` would take the last of equals.
        let group = groups.reduce([]) { levels($1) > levels($0) ? $1 : $0 }
        func level(_ product: Product) -> Int { product.subscription?.level ?? 0 }
        func shortest(_ level: Int?) -> Product? {
            group.filter { $0.subscription?.level == level }.min { Self.days($0) < Self.days($1) }
        }
        let lowest = group.map(level).max()
        subscription = shortest(lowest)
        upgrade = lowest.flatMap { lowest in shortest(group.map(level).filter { $0 < lowest }.max()) }
    }

    /// What the file lacks, in words.
    var missing: [String] {
        [
            (consumable, "no consumable"), (nonConsumable, "no non-consumable"),
            (nonRenewing, "no non-renewing subscription"), (subscription, "no auto-renewable subscription"),
            (upgrade, "no higher level to upgrade to"),
        ].filter { $0.0 == nil }.map(\.1)
    }

    private static func days(_ product: Product) -> Int {
        guard let period = product.subscription?.period else { return 0 }
        return switch period.unit {
        case .day: period.value
        case .week: period.value * 7
        case .month: period.value * 30
        case .year: period.value * 365
        }
    }
}

extension StoreConfiguration.Product {
    /// What a customer would call it.
    var name: String {
        let name = localizations.first { $0.locale == "en_US" } ?? localizations.first
        return name.map(\.displayName).flatMap { $0.isEmpty ? nil : $0 } ?? (referenceName.isEmpty ? id : referenceName)
    }
}
