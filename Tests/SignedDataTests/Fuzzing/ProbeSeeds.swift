import AppStoreData
import Foundation
import SignedData

/// Inputs of every path of `SignedDataProbe` from which others are made.
struct ProbeSeeds {
    let inputs: [[UInt8]]
    /// The root of the chain that signed the texts among them (DER).
    let root: Data

    init() throws {
        let chain = try SigningChain(startingAt: SignedDataProbe.now)
        let key = try SigningKey.generate()
        func input(_ path: SignedDataProbe.Path, _ bytes: some Collection<UInt8>, choosing choice: Int = 0) -> [UInt8] {
            [path.byte(choosing: choice)] + Array(bytes)
        }
        var inputs: [[UInt8]] = []
        for (index, payload) in Self.payloads(chain).enumerated() {
            let jws = try chain.sign(payload: Data(payload.utf8))
            inputs.append(input(.text, jws.utf8, choosing: index))
            inputs.append(input(.payload, payload.utf8, choosing: index))
        }
        let header = try UnverifiedJWS(chain.sign(payload: Data("{}".utf8))).header
        inputs.append(input(.header, header))
        for (index, certificate) in [chain.leaf, chain.intermediate, chain.root].enumerated() {
            inputs.append(input(.certificate, certificate.der, choosing: index))
        }
        inputs.append(input(.key, try key.pem.utf8))
        inputs.append(input(.key, try key.pkcs8))
        inputs.append(input(.key, chain.leaf.pem.utf8))
        let server = AppStoreConnectKey(keyID: "ABCDEFGHIJ", issuerID: "i", signingKey: key)
        let request = try server.request(
            PromotionalOfferClaims(productID: "p", offerID: "o"), bundleID: "b", nonce: UUID(),
            issuedAt: SignedDataProbe.now)
        inputs.append(input(.request, request.utf8))
        self.inputs = inputs
        root = chain.root.der
    }

    /// One of each kind, in the order of `SignedDataKind`.
    private static func payloads(_ chain: SigningChain) -> [String] {
        let transaction = #"""
            {"transactionId":"2","originalTransactionId":"1","bundleId":"com.example.orchard","productId":"p","quantity":1,
            "purchaseDate":1795000000000,"expiresDate":1797592000000,"type":"Consumable","isUpgraded":true,"offerType":2,
            "appAccountToken":"7e3fb204-2f1c-4f9a-9c6d-2c1b5e1a0f55","signedDate":1795000000000,"environment":"Sandbox",
            "price":9990,"commitmentInfo":{"billingPeriodNumber":2,"commitmentPrice":119880},"advancedCommerceInfo":
            {"items":[{"SKU":"\u00e9\ud83c\udf4e","price":1,"offer":{"period":"P1M"}}]},"revocationReason":null}
            """#
        let renewal = #"""
            {"originalTransactionId":"1","autoRenewProductId":"p","autoRenewStatus":1,"isInBillingRetryPeriod":false,
            "signedDate":1795000000000,"environment":"Sandbox","eligibleWinBackOfferIds":["a","b"],"renewalPrice":-1}
            """#
        let appTransaction = #"""
            {"receiptType":"Sandbox","appAppleId":1234,"bundleId":"com.example.orchard","applicationVersion":"1.0",
            "receiptCreationDate":1795000000000,"originalPlatform":"iOS"}
            """#
        let inner = (try? chain.sign(payload: Data(transaction.utf8))) ?? ""
        let notification = #"""
            {"notificationType":"DID_RENEW","notificationUUID":"u","version":"2.0","signedDate":1795000000000,"data":
            {"bundleId":"com.example.orchard","environment":"Sandbox","status":1,"signedTransactionInfo":"\#(inner)"}}
            """#
        return [transaction, renewal, appTransaction, notification]
    }
}
