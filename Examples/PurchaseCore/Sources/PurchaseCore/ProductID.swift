/// Everything that Sketchbook sells.
///
/// The list is in the app rather than on a server, so that the app knows what each purchase is worth even offline.
public enum ProductID: String, CaseIterable, Sendable {
    case proMonthly = "com.example.sketchbook.pro.monthly"
    case proYearly = "com.example.sketchbook.pro.yearly"
    case plusMonthly = "com.example.sketchbook.plus.monthly"
    case brushes = "com.example.sketchbook.brushes"
    case tenPrints = "com.example.sketchbook.prints.10"

    /// What owning it unlocks.
    var features: Set<Feature> {
        switch self {
        case .proMonthly, .proYearly: [.synchronization, .layers]
        case .plusMonthly: [.synchronization]
        case .brushes: [.brushes]
        case .tenPrints: []
        }
    }

    /// How many printed pages each purchased piece adds to the wallet.
    var prints: Int {
        self == .tenPrints ? 10 : 0
    }
}

/// What the app can lock.
public enum Feature: Sendable {
    case synchronization
    case layers
    case brushes
}
