/// What the refund of a consumable takes from a balance that is already partly spent.
public enum RefundPolicy: Hashable, Sendable {
    /// As much as is left. The balance never goes below zero, and what was spent is the app's loss.
    case takeWhatIsLeft
    /// All that was credited. The balance may go below zero, and later purchases fill it up again.
    case mayGoBelowZero

    /// How much a refund of `quantity` takes.
    func debit(_ quantity: Int64, from balance: Int64) -> Int64 {
        switch self {
        case .takeWhatIsLeft: min(quantity, max(balance, 0))
        case .mayGoBelowZero: quantity
        }
    }
}
