/// What the refund of a consumable takes from a balance that is already partly spent.
///
/// A refund takes back what ``LedgerTransaction/revokedQuantity`` says: of a prorated refund the same part of the goods as
/// of the money, rounded down. If the part grows later, the difference is taken. A transaction that is first seen when it
/// is already revoked credits and debits at once, whatever the policy, since nothing was spent from it.
///
/// What a refund finds depends on what was spent before it arrives: with ``takeWhatIsLeft``, spends and refunds in another
/// order can end with another balance.
public enum RefundPolicy: Hashable, Sendable {
    /// As much as is left. The balance never goes below zero, and what was spent is the app's loss.
    case takeWhatIsLeft
    /// All that was credited. The balance may go below zero, and later purchases fill it up again.
    case mayGoBelowZero

    /// How much a refund takes that would take `quantity` back.
    func debit(_ quantity: Int64, from balance: Int64) -> Int64 {
        switch self {
        case .takeWhatIsLeft: min(quantity, max(balance, 0))
        case .mayGoBelowZero: quantity
        }
    }
}
