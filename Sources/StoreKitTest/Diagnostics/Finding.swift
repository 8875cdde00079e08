public import StoreKit

extension StoreKitDiagnostics {
    /// A mistake that an app was seen to make.
    public struct Finding: Hashable, Sendable {
        public let mistake: Mistake
        /// What happened, to which transaction, and what to do instead.
        public let message: String
        /// Nil when the transaction is not one but several, or none.
        public let transactionID: UInt64?
        /// Where in the app, if the app reported there what was wrong; otherwise nil.
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
