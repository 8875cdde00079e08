import AppStoreData
import Foundation

/// Makes signed texts as a device receives them. Their signatures are random bytes: the ledger does not look at them.
struct SignedText {
    var payload: TransactionPayload

    init(
        id: String = "1", productID: String = "coins", type: ProductType = .consumable, quantity: Int = 1,
        environment: AppStoreEnvironment = .xcode, purchased: Int64 = 1_000, signed: Int64 = 1_000
    ) {
        payload = TransactionPayload()
        payload.transactionID = id
        payload.originalTransactionID = id
        payload.productID = productID
        payload.type = type
        payload.quantity = quantity
        payload.environment = environment
        payload.purchaseDate = Timestamp(rawValue: purchased)
        payload.signedDate = Timestamp(rawValue: signed)
        payload.price = 990
        payload.currency = "USD"
    }

    /// The same transaction, signed later and changed.
    func signed(_ date: Int64, _ change: (inout TransactionPayload) -> Void = { _ in }) -> SignedText {
        var text = self
        text.payload.signedDate = Timestamp(rawValue: date)
        change(&text.payload)
        return text
    }

    func revoked(_ date: Int64, signed: Int64) -> SignedText {
        self.signed(signed) { $0.revocationDate = Timestamp(rawValue: date) }
    }

    /// Refunded in part.
    ///
    /// - Parameter percentage: In thousandths of a percent.
    func prorated(_ percentage: Int, signed: Int64) -> SignedText {
        self.signed(signed) { payload in
            payload.revocationDate = Timestamp(rawValue: 1_500)
            payload.revocationType = .proratedRefund
            payload.revocationPercentage = percentage
        }
    }

    /// The compact JWS: of one payload every call gives another text.
    var jws: String {
        get throws {
            var payload = payload
            payload.deviceVerificationNonce = UUID().uuidString
            payload.deviceVerification = UUID().uuidString
            return Self.compact(try JSONEncoder().encode(payload))
        }
    }

    static func compact(_ payload: some Collection<UInt8>) -> String {
        let signature = (0..<64).map { _ in UInt8.random(in: .min ... .max) }
        return [Array(#"{"alg":"ES256"}"#.utf8), Array(payload), signature]
            .map { String(decoding: Base64.url.encode($0), as: UTF8.self) }.joined(separator: ".")
    }
}
