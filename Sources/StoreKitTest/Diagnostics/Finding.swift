public import StoreKit

extension StoreKitDiagnostics {
    /// A mistake that an app was seen to make.
    public struct Finding: Hashable, Sendable {
        public let mistake: Mistake
        /// What happened, to which transaction, and what to do instead.
        public let message: String
        /// Nil when the transaction is not one but several, or none.
        public let transactionID: UInt64?
        /// Where in the app; nil when it cannot be known.
        public let callSite: CallSite?
    }
}

extension StoreKitDiagnostics.Finding: CustomStringConvertible {
    public var description: String {
        "\(mistake.rawValue): \(message)"
    }
}

extension StoreKitDiagnostics.CallSite: CustomStringConvertible {
    public var description: String {
        "\(fileID):\(line)"
    }
}

/// A finding before its place in the source is looked up.
struct Noticed: Sendable {
    var mistake: StoreKitDiagnostics.Mistake
    var message: String
    var transactionID: UInt64?
    var caller: Caller?

    var finding: StoreKitDiagnostics.Finding {
        StoreKitDiagnostics.Finding(
            mistake: mistake, message: message, transactionID: transactionID, callSite: caller?.callSite)
    }
}
