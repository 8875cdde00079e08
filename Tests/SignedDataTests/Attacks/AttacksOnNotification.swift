import AppStoreData
import Foundation

@testable import SignedData

extension Forge {
    func attacksOnNotification() throws -> [Attack] {
        func notice(
            _ name: String, _ body: String, _ code: VerdictCode, field: String, certificate: CertificateRole? = nil
        ) throws -> Attack {
            attack(
                name, try jws(notification(body)), code, kind: .notification, field: field, certificate: certificate)
        }
        let sound = try jws(transaction())
        let unsigned = sound.split(separator: ".").prefix(2).joined(separator: ".") + "."
        let stranger = try jws(transaction(), by: otherLeaf, otherIntermediate, otherRoot)
        let summary = #""summary":{"bundleId":"\#(Self.bundleID)","environment":"Sandbox"}"#
        func appData(_ appTransaction: String) -> String {
            #""appData":{"appAppleId":\#(Self.appAppleID),"bundleId":"\#(Self.bundleID)","environment":"Sandbox","#
                + #""signedAppTransactionInfo":"\#(appTransaction)"}"#
        }
        let transactionField = "data.signedTransactionInfo"
        return [
            try notice("no body", #""x":1"#, .invalidAppIdentifier, field: "data.bundleId"),
            try notice("two bodies", data() + "," + summary, .invalidFormat, field: "data"),
            try notice(
                "another app", data(bundleID: "com.example.evil"), .invalidAppIdentifier, field: "data.bundleId"),
            try notice(
                "another environment", data(environment: "Production"), .invalidEnvironment, field: "data.environment"),
            try notice(
                "token of production",
                #""externalPurchaseToken":{"externalPurchaseId":"b2158121","bundleId":"\#(Self.bundleID)"}"#,
                .invalidEnvironment, field: "externalPurchaseToken.externalPurchaseId"),
            try notice("transaction unsigned", data(transaction: unsigned), .invalidSignature, field: transactionField),
            try notice("transaction no JWS", data(transaction: "x"), .invalidFormat, field: transactionField),
            try notice(
                "transaction signed by somebody else", data(transaction: stranger), .invalidChain,
                field: transactionField, certificate: .root),
            try notice(
                "transaction of another app", data(transaction: try jws(transaction(bundleID: "com.example.evil"))),
                .invalidAppIdentifier, field: transactionField),
            try notice(
                "transaction of another environment",
                data(transaction: try jws(transaction(environment: "Production"))),
                .invalidEnvironment, field: transactionField),
            try notice(
                "transaction as the renewal info", data(renewalInfo: sound), .wrongKind, field: "data.signedRenewalInfo"
            ),
            try notice(
                "renewal info as the transaction", data(transaction: try jws(renewalInfo())), .invalidAppIdentifier,
                field: transactionField),
            try notice(
                "renewal info of another subscription",
                data(transaction: sound, renewalInfo: try jws(renewalInfo(originalTransactionID: "2000000800000002"))),
                .mismatch, field: "data.signedRenewalInfo"),
            try notice(
                "app transaction of another App Apple ID", appData(try jws(appTransaction(appAppleID: 1))), .mismatch,
                field: "appData.signedAppTransactionInfo"),
        ]
    }
}
