import AppStoreData
import AppStoreSimulator
import Foundation
import SignedData

@testable import StoreKit

/// An App Store with nothing in it, for tests of what is read from signed data that they make themselves.
struct EmptyAppStore: AppStoreConnection {
    let deviceVerificationID = UUID()

    /// A device that trusts the root of a chain made for it.
    static func device() throws -> InstalledDevice {
        let chain = try SigningChain(startingAt: Date(timeIntervalSince1970: 1_700_000_000))
        return InstalledDevice(
            connection: EmptyAppStore(),
            verifier: try .testing(
                environment: .xcode, bundleID: "com.example.app", trust: .root(chain.root.der)),
            offerKeys: OfferKeys(bundleID: "com.example.app", keys: [:]))
    }

    /// A JWS whose header and signature say nothing.
    static func jws(payload: String) -> String {
        let segment = Data(payload.utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return "e30.\(segment).AAAA"
    }

    func products(for identifiers: Set<String>) async throws(AppStoreConnectionError) -> [StoreProduct] { [] }
    func purchase(_ request: PurchaseRequest) async throws(AppStoreConnectionError) -> PurchaseOutcome { .pending }
    func transactions(_ selection: TransactionSelection) async throws(AppStoreConnectionError) -> TransactionList {
        TransactionList(transactions: [], position: 0)
    }
    func finish(transactionID: UInt64, signedDate: Timestamp?) async throws(AppStoreConnectionError) {}
    func subscriptionStatuses(groupID: String) async throws(AppStoreConnectionError) -> [SubscriptionStatusMessage] {
        []
    }
    func subscribedGroupIDs() async throws(AppStoreConnectionError) -> [String] { [] }
    func isEligibleForIntroductoryOffer(groupID: String) async throws(AppStoreConnectionError) -> Bool { false }
    func appTransaction() async throws(AppStoreConnectionError) -> SignedObject { throw .unknown(reason: "empty") }
    func storefront() async throws(AppStoreConnectionError) -> StorefrontMessage { throw .unknown(reason: "empty") }
    func synchronize() async throws(AppStoreConnectionError) {}
    func listen(_ receive: @escaping @Sendable (DeviceDelivery, UInt64) -> Void) -> DeliveryToken {
        DeliveryToken {}
    }
}
