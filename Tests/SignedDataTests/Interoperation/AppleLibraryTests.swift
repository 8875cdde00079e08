import AppStoreData
import Foundation
import SignedData
import Testing

@Suite(.enabled(if: AppleLibrary.isAvailable, "needs Python and PyPI's app-store-server-library"))
struct AppleLibraryTests {
    private let chain: SigningChain
    private let bundleID = "com.example.orchard"

    init() throws {
        chain = try SigningChain(startingAt: Date(timeIntervalSince1970: 1_795_000_000))
    }

    private let transaction = #"""
        {
            "transactionId": "2000000123456789", "originalTransactionId": "2000000000000001",
            "webOrderLineItemId": "2000000000000077", "bundleId": "com.example.orchard",
            "productId": "com.example.orchard.monthly", "subscriptionGroupIdentifier": "21000000",
            "purchaseDate": 1795000000001, "originalPurchaseDate": 1790000000002, "expiresDate": 1797592000003,
            "quantity": 1, "type": "Auto-Renewable Subscription",
            "appAccountToken": "7e3fb204-2f1c-4f9a-9c6d-2c1b5e1a0f55", "inAppOwnershipType": "PURCHASED",
            "signedDate": 1795000000999, "revocationReason": 1, "revocationDate": 1795000000500,
            "revocationType": "REFUND_PRORATED", "revocationPercentage": 50000, "isUpgraded": true, "offerType": 2,
            "offerIdentifier": "autumn", "offerDiscountType": "PAY_AS_YOU_GO", "offerPeriod": "P1M",
            "environment": "Sandbox", "storefront": "USA", "storefrontId": "143441", "transactionReason": "RENEWAL",
            "currency": "COP", "price": 2999900000, "appTransactionId": "704000000000000001",
            "billingPlanType": "MONTHLY",
            "commitmentInfo": {
                "billingPeriodNumber": 2, "totalBillingPeriods": 12, "commitmentExpiresDate": 1826000000000,
                "commitmentPrice": 119880
            }
        }
        """#

    private let renewal = #"""
        {
            "originalTransactionId": "2000000000000001", "productId": "com.example.orchard.monthly",
            "autoRenewProductId": "com.example.orchard.yearly", "autoRenewStatus": 1, "expirationIntent": 2,
            "isInBillingRetryPeriod": true, "gracePeriodExpiresDate": 1797593000000, "priceIncreaseStatus": 0,
            "offerType": 4, "offerIdentifier": "come-back", "offerDiscountType": "FREE_TRIAL", "offerPeriod": "P1W",
            "signedDate": 1795000000999, "environment": "Sandbox", "recentSubscriptionStartDate": 1790000000002,
            "renewalDate": 1797592000003, "currency": "USD", "renewalPrice": 9990,
            "eligibleWinBackOfferIds": ["come-back", "still-here"],
            "appAccountToken": "7e3fb204-2f1c-4f9a-9c6d-2c1b5e1a0f55", "appTransactionId": "704000000000000001",
            "renewalBillingPlanType": "BILLED_UPFRONT"
        }
        """#

    private let appTransaction = #"""
        {
            "receiptType": "Sandbox", "appAppleId": 1234567890, "bundleId": "com.example.orchard",
            "applicationVersion": "3.1", "versionExternalIdentifier": 880000001, "receiptCreationDate": 1795000000999,
            "originalPurchaseDate": 1700000000000, "originalApplicationVersion": "1.0 é",
            "deviceVerification": "AQID", "deviceVerificationNonce": "48ccfa42-7431-4f22-9908-7e88983e105a",
            "preorderDate": 1690000000000, "appTransactionId": "704000000000000001", "originalPlatform": "iOS"
        }
        """#

    /// The payload as this package writes it.
    private func payload<Payload: AppStorePayload>(_ json: String, as _: Payload.Type) throws -> Data {
        try encode(JSONDecoder().decode(Payload.self, from: Data(json.utf8)))
    }

    private func encode(_ payload: some AppStorePayload) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(payload)
    }

    /// Every kind's payload, the notification with the two others inside.
    private func payloads() throws -> [(kind: String, payload: Data)] {
        let transaction = try payload(transaction, as: TransactionPayload.self)
        let renewal = try payload(renewal, as: RenewalInfoPayload.self)
        var data = NotificationData()
        data.appAppleID = 1_234_567_890
        data.bundleID = bundleID
        data.bundleVersion = "31"
        data.environment = .sandbox
        data.signedTransactionInfo = try chain.sign(payload: transaction)
        data.signedRenewalInfo = try chain.sign(payload: renewal)
        data.status = .active
        var notification = NotificationPayload()
        notification.notificationType = .didRenew
        notification.subtype = .billingRecovery
        notification.notificationUUID = "002e14d5-51f5-4503-b5a8-c3a1af68eb20"
        notification.version = "2.0"
        notification.signedDate = Timestamp(rawValue: 1_795_000_001_000)
        notification.data = data
        return [
            ("transaction", transaction), ("renewal", renewal),
            ("app-transaction", try payload(appTransaction, as: AppTransactionPayload.self)),
            ("notification", try encode(notification)),
        ]
    }

    @Test func applesLibraryAcceptsWhatTheChainSignsAndReadsTheSameFields() throws {
        let payloads = try payloads()
        let items = try payloads.map { (kind: $0.kind, jws: try chain.sign(payload: $0.payload)) }
        let answers = try AppleLibrary.verify(items, root: chain.root.der, bundleID: bundleID)
        try #require(answers.count == items.count)
        for (answer, item) in zip(answers, payloads) {
            #expect(answer == "VALID " + String(decoding: item.payload, as: UTF8.self), "\(item.kind)")
        }
    }

    @Test func applesLibraryRefusesEachWithOneByteFlipped() throws {
        var items: [(kind: String, jws: String)] = []
        for (kind, payload) in try payloads() {
            let parts = try UnverifiedJWS(chain.sign(payload: payload))
            var changedPayload = payload
            // The last digit of a date: still JSON, still the same kind, another meaning.
            let digit = try #require(payload.lastIndex { $0 == UInt8(ascii: "9") })
            changedPayload[digit] ^= 1
            items.append((kind, joined(parts.header, changedPayload, parts.signature)))
            var changedSignature = parts.signature
            changedSignature[40] ^= 1
            items.append((kind, joined(parts.header, payload, changedSignature)))
        }
        let answers = try AppleLibrary.verify(items, root: chain.root.der, bundleID: bundleID)
        #expect(answers == Array(repeating: "VERIFICATION_FAILURE", count: items.count))
    }

    @Test func applesLibraryRefusesAnotherChain() throws {
        let jws = try chain.sign(payload: payload(transaction, as: TransactionPayload.self))
        let other = try SigningChain(startingAt: Date(timeIntervalSince1970: 1_795_000_000))
        let answers = try AppleLibrary.verify([("transaction", jws)], root: other.root.der, bundleID: bundleID)
        #expect(answers == ["VERIFICATION_FAILURE"])
    }

    @Test func whatApplesLibrarySignsForAServerIsAccepted() throws {
        let key = try SigningKey.generate()
        let trusted = ["ABCDEFGHIJ": key.verifyingKey]
        let lines = try AppleLibrary.sign(with: key)
        try #require(lines.count == 4)
        let signature = try #require(Data(base64Encoded: lines[0]))
        #expect(key.verifyingKey.accepts(signature, for: .example))

        let offer = try ServerRequest<PromotionalOfferClaims>(verifying: lines[1], with: trusted)
        #expect(offer.claims == PromotionalOfferClaims(productID: "monthly", offerID: "autumn", transactionID: "42"))
        #expect(offer.bundleID == bundleID)
        #expect(offer.issuerID == "issuer")
        let eligibility = try ServerRequest<IntroductoryOfferEligibilityClaims>(verifying: lines[2], with: trusted)
        #expect(
            eligibility.claims
                == IntroductoryOfferEligibilityClaims(
                    productID: "monthly", allowsIntroductoryOffer: true, transactionID: "42"))
        let commerce = try ServerRequest<AdvancedCommerceClaims>(verifying: lines[3], with: trusted)
        #expect(commerce.claims.request == Data("{}".utf8))
    }

    /// Header and claims have the same members, whoever signs.
    @Test func aServersRequestsHaveTheMembersThatApplesLibraryWrites() throws {
        let key = AppStoreConnectKey(keyID: "ABCDEFGHIJ", issuerID: "issuer", signingKey: try .generate())
        func request(_ claims: some ServerRequestClaims) throws -> String {
            try key.request(claims, bundleID: bundleID, nonce: UUID(), issuedAt: Date())
        }
        let ours = [
            try request(PromotionalOfferClaims(productID: "monthly", offerID: "autumn", transactionID: "42")),
            try request(
                IntroductoryOfferEligibilityClaims(
                    productID: "monthly", allowsIntroductoryOffer: true, transactionID: "42")),
            try request(AdvancedCommerceClaims(request: Data("{}".utf8))),
        ]
        let theirs = try AppleLibrary.sign(with: key.signingKey).dropFirst()
        for (ours, theirs) in zip(ours, theirs) {
            let parts = (try UnverifiedJWS(ours), try UnverifiedJWS(theirs))
            #expect(try members(parts.0.header, without: []) == members(parts.1.header, without: []))
            // The values that are new each time.
            let changing: Set = ["nonce", "iat"]
            #expect(try members(parts.0.payload, without: changing) == members(parts.1.payload, without: changing))
        }
    }

    /// The members of a JSON object with their values, but only the names of `changing` ones.
    private func members(_ json: Data, without changing: Set<String>) throws -> [String: String] {
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        return Dictionary(uniqueKeysWithValues: object.map { ($0, changing.contains($0) ? "" : "\($1)") })
    }

    private func joined(_ header: Data, _ payload: Data, _ signature: Data) -> String {
        [header, payload, signature].map { segment in
            segment.base64EncodedString().replacingOccurrences(of: "+", with: "-")
                .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
        }.joined(separator: ".")
    }
}
