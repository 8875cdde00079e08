import Foundation

/// What identifies a transaction: identifiers are unique within an environment only.
struct TransactionKey: Hashable, Sendable {
    let environment: String
    let id: UInt64
}

/// One state of a transaction: purchased, upgraded from, refunded.
///
/// Two signatures over the same state are one revision. The digest leaves out what changes at each signing and
/// nothing else; it tells apart the few states of one transaction, all signed by the App Store, so it need not
/// resist an adversary.
struct Revision: Hashable, Sendable {
    let transaction: TransactionKey
    let digest: UInt64

    init(transaction: TransactionKey, digest: UInt64) {
        self.transaction = transaction
        self.digest = digest
    }

    /// `payload` is the JSON of the signed transaction.
    init(transaction: TransactionKey, payload: Data) {
        let digest =
            switch try? JSONSerialization.jsonObject(with: payload) {
            case let members as [String: Any]: Self.digest(members.filter { !Self.signingFields.contains($0.key) })
            default: Self.digest(bytes: payload)
            }
        self.init(transaction: transaction, digest: digest)
    }

    private static let signingFields: Set = ["signedDate", "deviceVerification", "deviceVerificationNonce"]

    /// The same for the same JSON, however it is written.
    private static func digest(_ value: Any) -> UInt64 {
        switch value {
        case let text as String: digest(bytes: text.utf8)
        case let number as NSNumber: digest(bytes: number.stringValue.utf8)
        case let list as [Any]: list.reduce(start) { mix($0, digest($1)) }
        // Members have no order, so they are added up.
        case let members as [String: Any]: members.reduce(0) { $0 &+ mix(digest(bytes: $1.key.utf8), digest($1.value)) }
        default: start
        }
    }

    // FNV-1a.
    private static let start: UInt64 = 0xcbf2_9ce4_8422_2325

    private static func digest(bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(start) { mix($0, UInt64($1)) }
    }

    private static func mix(_ digest: UInt64, _ value: UInt64) -> UInt64 {
        (digest ^ value) &* 0x100_0000_01b3
    }
}
