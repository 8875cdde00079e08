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
        self.init(transaction: transaction, digest: Self.digest(Self.stablePart(of: payload)))
    }

    private static let signingFields = ["signedDate", "deviceVerification", "deviceVerificationNonce"]

    /// The payload without the fields of the signing, its members in one order. Not JSON: the payload itself.
    private static func stablePart(of payload: Data) -> Data {
        guard var members = (try? JSONSerialization.jsonObject(with: payload)) as? [String: Any] else { return payload }
        for field in signingFields {
            members.removeValue(forKey: field)
        }
        return (try? JSONSerialization.data(withJSONObject: members, options: .sortedKeys)) ?? payload
    }

    /// FNV-1a.
    private static func digest(_ bytes: Data) -> UInt64 {
        bytes.withUnsafeBytes { bytes in
            bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        }
    }
}
