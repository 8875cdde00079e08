// Apple declares these values and has not published how signed data spells them. The simulated store never sends them:
// they are here so that source which names them compiles, and their raw values are placeholders that match nothing.

extension Transaction.RevocationType {
    /// The purchase was assigned by an organisation, which has taken it back. The raw value is a placeholder.
    public static var assignmentRevocation: Transaction.RevocationType { Self(rawValue: "assignmentRevocation") }
}

extension Transaction.RevocationReason {
    /// The customer has moved to a bundle that contains the product. The raw value is a placeholder.
    public static var upgradedToBundle: Transaction.RevocationReason { Self(rawValue: -1) }
}
