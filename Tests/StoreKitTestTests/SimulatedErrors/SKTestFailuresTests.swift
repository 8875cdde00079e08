import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite struct SKTestFailuresTests {
    @Test func failuresAreEqualByCaseAndCause() {
        typealias Failure = SKTestFailures.LoadProducts
        #expect(Failure.generic(.unknown) == .generic(.unknown))
        #expect(Failure.generic(.unknown) != .generic(.userCancelled))
        #expect(Failure.generic(.networkError(URLError(.timedOut))) == .generic(.networkError(URLError(.timedOut))))
        #expect(Failure.generic(.networkError(URLError(.timedOut))) != .generic(.networkError(URLError(.badURL))))
        #expect(Failure.generic(.systemError(CancellationError())) == .generic(.systemError(CancellationError())))
        #expect(Failure.generic(.systemError(CancellationError())) != .generic(.systemError(URLError(.badURL))))
        #expect(Failure.generic(.systemError(URLError(.badURL))) != .generic(.networkError(URLError(.badURL))))
    }

    @Test func aPurchaseFailsWithEitherKindOfError() {
        typealias Failure = SKTestFailures.Purchase
        #expect(Failure.purchase(.invalidQuantity) == .purchase(.invalidQuantity))
        #expect(Failure.purchase(.invalidQuantity) != .purchase(.productUnavailable))
        #expect(Failure.purchase(.invalidQuantity) != .generic(.unknown))
        #expect(Failure.generic(.unknown) == .generic(.unknown))
    }

    @Test func aRefundRequestFailsWithEitherKindOfError() {
        typealias Failure = SKTestFailures.RefundRequest
        #expect(Failure.refundRequest(.failed) == .refundRequest(.failed))
        #expect(Failure.refundRequest(.failed) != .refundRequest(.duplicateRequest))
        #expect(Failure.refundRequest(.failed) != .generic(.unknown))
    }

    @Test func aVerificationFailsWithItsReason() {
        typealias Failure = SKTestFailures.Verification
        #expect(Failure.verification(.invalidSignature) == .verification(.invalidSignature))
        #expect(Failure.verification(.invalidSignature) != .verification(.invalidEncoding))
    }

    @Test func eachPartIsNamedByADotAndKnowsItsFailures() {
        func part<API: FailableStoreKitAPI>(_ api: API, failingWith failure: API.Failure) -> String {
            String(describing: API.self)
        }
        #expect(part(.loadProducts, failingWith: .generic(.unknown)) == "StoreKitLoadProductsAPI")
        #expect(part(.purchase, failingWith: .purchase(.productUnavailable)) == "StoreKitPurchaseAPI")
        #expect(part(.verification, failingWith: .verification(.revokedCertificate)) == "StoreKitVerificationAPI")
        #expect(part(.appStoreSync, failingWith: .generic(.unknown)) == "StoreKitAppStoreSyncAPI")
        #expect(part(.subscriptionStatus, failingWith: .generic(.unknown)) == "StoreKitSubscriptionStatusAPI")
        #expect(part(.appTransaction, failingWith: .generic(.unknown)) == "StoreKitAppTransactionAPI")
        #expect(part(.manageSubscriptions, failingWith: .generic(.unknown)) == "StoreKitManageSubscriptionsAPI")
        #expect(part(.refundRequest, failingWith: .refundRequest(.failed)) == "StoreKitRefundRequestAPI")
        #expect(part(.offerCodeRedeem, failingWith: .generic(.unknown)) == "StoreKitOfferCodeRedeemAPI")
    }
}
