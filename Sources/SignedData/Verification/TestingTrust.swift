public import Foundation

/// Whom a verifier of data from StoreKit testing trusts.
public enum TestingTrust: Sendable {
    /// One self-signed certificate (DER), which by itself signs the data: Xcode's.
    case certificate(Data)
    /// A root (DER) at the end of a chain of three, as the App Store's: the simulated App Store's.
    case root(Data)
}
