import AppStoreData
import Foundation

@testable import SignedData

extension Forge {
    func attacksOnClaims() throws -> [Attack] {
        func claim(
            _ name: String, _ payload: String, _ code: VerdictCode, _ kind: SignedDataKind = .transaction,
            environment: AppStoreEnvironment = .sandbox, field: String
        ) throws -> Attack {
            attack(name, try jws(payload), code, kind: kind, environment: environment, field: field)
        }
        let ofOtherProduct = #""data":{"appAppleId":1,"bundleId":"\#(Self.bundleID)","environment":"Production"}"#
        return [
            try claim(
                "another app", transaction(bundleID: "com.example.evil"), .invalidAppIdentifier, field: "bundleId"),
            try claim(
                "an app whose name begins so", transaction(bundleID: Self.bundleID + "x"), .invalidAppIdentifier,
                field: "bundleId"),
            try claim(
                "no app", #"{"environment":"Sandbox","signedDate":\#(date(-1))}"#, .invalidAppIdentifier,
                field: "bundleId"),
            try claim(
                "app null", #"{"bundleId":null,"environment":"Sandbox"}"#, .invalidAppIdentifier, field: "bundleId"),
            try claim("renewal info as a transaction", renewalInfo(), .invalidAppIdentifier, field: "bundleId"),
            try claim("app transaction as a transaction", appTransaction(), .wrongKind, field: "receiptType"),
            try claim("notification as a transaction", notification(data()), .invalidAppIdentifier, field: "bundleId"),
            try claim(
                "transaction with members of a renewal info", transaction(members: #","autoRenewStatus":1"#),
                .wrongKind, field: "autoRenewStatus"),
            try claim("transaction as a renewal info", transaction(), .wrongKind, .renewalInfo, field: "transactionId"),
            try claim(
                "transaction of another app as a renewal info", transaction(bundleID: "com.example.evil"), .wrongKind,
                .renewalInfo, field: "transactionId"),
            try claim(
                "app transaction as a renewal info", appTransaction(), .wrongKind, .renewalInfo, field: "receiptType"),
            try claim(
                "request for a retention message as a renewal info",
                #"{"originalTransactionId":"2000000800000001","appAppleId":\#(Self.appAppleID),"productId":"pro.monthly","#
                    + #""userLocale":"en-US","requestIdentifier":"7e3fb204-2f1c-4f9a-9c6d-2c1b5e1a0f55","#
                    + #""environment":"Sandbox","signedDate":\#(date(-1))}"#, .wrongKind, .renewalInfo,
                field: "appAppleId"),
            try claim(
                "transaction as an app transaction", transaction(), .wrongKind, .appTransaction, field: "transactionId"),
            try claim(
                "transaction as a notification", transaction(), .invalidAppIdentifier, .notification,
                field: "data.bundleId"),
            try claim(
                "environment Xcode", transaction(environment: "Xcode"), .invalidEnvironment, field: "environment"),
            try claim(
                "environment Production in the sandbox", transaction(environment: "Production"), .invalidEnvironment,
                field: "environment"),
            try claim(
                "environment Sandbox in production", transaction(), .invalidEnvironment, environment: .production,
                field: "environment"),
            try claim(
                "environment unknown", transaction(environment: "sandbox"), .invalidEnvironment, field: "environment"),
            try claim(
                "renewal info of another environment", renewalInfo(environment: "Production"), .invalidEnvironment,
                .renewalInfo, field: "environment"),
            try claim(
                "app transaction of another environment", appTransaction(environment: "Production"),
                .invalidEnvironment, .appTransaction, field: "receiptType"),
            try claim(
                "app transaction of another App Apple ID", appTransaction(appAppleID: 1, environment: "Production"),
                .invalidAppIdentifier, .appTransaction, environment: .production, field: "appAppleId"),
            try claim(
                "notification of another App Apple ID", notification(ofOtherProduct), .invalidAppIdentifier,
                .notification, environment: .production, field: "data.appAppleId"),
            try claim(
                "notification of another App Apple ID and environment", notification(data(appAppleID: 1)),
                .invalidAppIdentifier, .notification, environment: .production, field: "data.appAppleId"),
        ]
    }
}
