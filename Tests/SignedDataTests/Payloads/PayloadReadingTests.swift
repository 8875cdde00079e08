import AppStoreData
import Foundation
import Testing

@testable import SignedData

/// The reader of signed payloads and the `Codable` of the same types say the same.
struct PayloadReadingTests {
    /// A text for each member of each type, so that a member that only one of them reads is seen.
    @Test func bothReadersReadEveryMember() throws {
        try compare(TransactionPayload.self)
        try compare(RenewalInfoPayload.self)
        try compare(AppTransactionPayload.self)
        try compare(NotificationPayload.self)
        try compare(TransactionCommitmentInfo.self)
        try compare(RenewalCommitmentInfo.self)
        try compare(NotificationData.self)
        try compare(NotificationSummary.self)
        try compare(NotificationAppData.self)
        try compare(ExternalPurchaseToken.self)
        try compare(AdvancedCommerceTransactionInfo.self)
        try compare(AdvancedCommerceTransactionItem.self)
        try compare(AdvancedCommerceRenewalInfo.self)
        try compare(AdvancedCommerceRenewalItem.self)
        try compare(AdvancedCommercePriceIncreaseInfo.self)
        try compare(AdvancedCommerceOffer.self)
        try compare(AdvancedCommerceRefund.self)
        try compare(AdvancedCommerceDescriptors.self)
    }

    private func compare<Object: JSONObject & Codable & Equatable>(_ type: Object.Type) throws {
        // Of the values that a member could have, the first that Codable takes.
        let values = [#""text""#, "7", "true", #"["text"]"#, "[{}]", "{}"]
        for member in Object.Member.allCases {
            let texts = values.map { "{\"\(member.rawValue)\":\($0)}" }
            let decoded = texts.map { try? JSONDecoder().decode(Object.self, from: Data($0.utf8)) }
            #expect(decoded.contains { $0 != nil && $0 != Object() }, "\(type).\(member)")
            for (text, decoded) in zip(texts, decoded) {
                #expect(try read(Object.self, text) == decoded, "\(type): \(text)")
            }
        }
    }

    /// Nil if the text is refused.
    private func read<Object: JSONObject>(_ type: Object.Type, _ text: String) throws -> Object? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: StrictJSON.padded(text.utf8.count)) { buffer in
            _ = buffer.initialize(from: text.utf8)
            let result = Result { () throws(JSONFault) in
                try StrictJSON.read(buffer, count: text.utf8.count, readsFractionalDates: false) {
                    value throws(JSONFault) -> Object? in try value.object()
                }
            }
            return try? result.get()
        }
    }

    @Suite(.enabled(if: StoredVectors.arePresent))
    struct Stored {
        @Test(arguments: [
            ("signedTransaction", SignedDataKind.transaction), ("signedTransactionWithRevocation", .transaction),
            ("signedRenewalInfo", .renewalInfo), ("appTransaction", .appTransaction),
            ("signedNotification", .notification), ("signedConsumptionRequestNotification", .notification),
            ("signedSummaryNotification", .notification), ("signedExternalPurchaseTokenNotification", .notification),
            ("signedRescindConsentNotification", .notification),
        ])
        func applesModelsAreReadByBoth(name: String, kind: SignedDataKind) throws {
            let text = try StoredVectors.text("apple/models/\(name).json")
            func compare<Payload: SignedPayload>(_ type: Payload.Type) throws {
                let decoded = try JSONDecoder().decode(type, from: Data(text.utf8))
                #expect(try PayloadReadingTests().read(type, text) == decoded)
                // Nothing of the text is lost on the way through the type.
                let original = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
                let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(decoded)) as? NSDictionary
                #expect(written == original)
            }
            switch kind {
            case .transaction: try compare(TransactionPayload.self)
            case .renewalInfo: try compare(RenewalInfoPayload.self)
            case .appTransaction: try compare(AppTransactionPayload.self)
            case .notification: try compare(NotificationPayload.self)
            }
        }
    }
}
