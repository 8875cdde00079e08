/// What signed data can be.
public enum SignedDataKind: String, Hashable, Sendable, CaseIterable {
    case transaction
    case renewalInfo
    case appTransaction
    case notification
}
