import AppStoreSimulator
import Foundation
import Testing

@testable import StoreKit

@Suite struct StoreKitErrorTests {
    private struct DiskError: LocalizedError {
        var errorDescription: String? { "The disk is full." }
        var failureReason: String? { "No space is left." }
        var recoverySuggestion: String? { "Delete something." }
    }

    @Test(arguments: [
        StoreKitError.unknown, .userCancelled, .networkError(URLError(.timedOut)), .systemError(DiskError()),
        .notAvailableInStorefront, .notEntitled, .unsupported, .invalidPresentationContext,
    ])
    func everyErrorSaysWhatHappened(_ error: StoreKitError) throws {
        #expect(try #require(error.errorDescription).contains(" "))
        #expect(error.localizedDescription == error.errorDescription)
    }

    @Test func aSystemErrorPassesOnWhatItsCauseSays() {
        let error = StoreKitError.systemError(DiskError())
        #expect(error.errorDescription?.contains("The disk is full.") == true)
        #expect(error.failureReason == "No space is left.")
        #expect(error.recoverySuggestion == "Delete something.")
    }

    @Test func aBrokenNetworkIsAURLError() {
        guard case .networkError(let error) = StoreKitError(.network(code: URLError.Code.timedOut.rawValue)) else {
            Issue.record("not a network error")
            return
        }
        #expect(error.code == .timedOut)
    }

    @Test func whatOnlyTheStoreKnowsIsUnknown() {
        guard case .unknown = StoreKitError(.unknown(reason: "no idea")) else {
            Issue.record("not unknown")
            return
        }
    }

    @Test(arguments: [
        (AppStoreConnectionError.invalidQuantity, Product.PurchaseError.invalidQuantity),
        (.productUnavailable, .productUnavailable), (.purchaseNotAllowed, .purchaseNotAllowed),
        (.ineligibleForOffer, .ineligibleForOffer), (.invalidOfferIdentifier, .invalidOfferIdentifier),
        (.invalidOfferPrice, .invalidOfferPrice), (.invalidOfferSignature, .invalidOfferSignature),
        (.missingOfferParameters, .missingOfferParameters),
    ])
    func aRefusedPurchaseSaysWhy(_ refusal: AppStoreConnectionError, _ error: Product.PurchaseError) throws {
        #expect(Product.PurchaseError(refusal) == error)
        #expect(error.errorDescription != nil)
        #expect(try #require(error.failureReason).hasSuffix("."))
    }

    @Test(arguments: [AppStoreConnectionError.noSuchTransaction(1), .network(code: -1001), .unknown(reason: "")])
    func whatIsNoFaultOfThePurchaseIsNoPurchaseError(_ error: AppStoreConnectionError) {
        #expect(Product.PurchaseError(error) == nil)
    }

    @Test func refundRequestsSayWhyTheyFailed() {
        #expect(Transaction.RefundRequestError.duplicateRequest.failureReason?.contains("already") == true)
        #expect(
            Transaction.RefundRequestError.failed.failureReason
                != Transaction.RefundRequestError.duplicateRequest.failureReason)
    }

    @Test func eachReasonOfAFailedVerificationReadsDifferently() {
        typealias VerificationError = VerificationResult<Transaction>.VerificationError
        let errors: [VerificationError] = [
            .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification, .invalidEncoding,
            .invalidSignature, .missingRequiredProperties,
        ]
        #expect(Set(errors.compactMap(\.failureReason)).count == errors.count)
    }
}
