import AppStoreData
import AppStoreSimulator
import Foundation

/// A device that keeps what it was told, as lines that a test can compare with.
final class Inbox: Sendable {
    let device: SimulatedDevice
    private let lines = Lock<[String]>([])
    private let token = Lock<DeliveryToken?>(nil)

    init(_ device: SimulatedDevice) {
        self.device = device
        let lines = lines
        let token = device.listen { delivery, _ in
            let line = (try? delivery.line) ?? "unreadable"
            lines.withLock { $0.append(line) }
        }
        self.token.withLock { $0 = token }
    }

    /// What came since the last time.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    func close() {
        token.withLock { $0?.cancel() }
    }
}

extension DeviceDelivery {
    /// Such as `pro.monthly 1 renewal` or `status 1: active 1, renews`.
    fileprivate var line: String {
        get throws {
            switch self {
            case .transaction(let object):
                return try object.transaction.line
            case .subscriptionStatus(let status):
                let info = try status.renewalInfo.renewalInfo
                var words = ["status: \(status.state.word) \(try status.transaction.transaction.transactionID ?? "")"]
                if info.autoRenewStatus == .on { words.append("renews") }
                if info.autoRenewStatus == .on, info.autoRenewProductID != info.productID {
                    words.append("to \(info.autoRenewProductID ?? "")")
                }
                if let intent = info.expirationIntent { words.append("because \(intent.rawValue)") }
                if let increase = info.priceIncreaseStatus { words.append("price \(increase.rawValue)") }
                return words.joined(separator: " ")
            case .storefront(let storefront):
                return "storefront: \(storefront.countryCode)"
            case .purchaseIntent(let productID, let offerID):
                return "intent: \(productID) \(offerID ?? "")"
            case .message(let reason):
                return "message: \(reason)"
            }
        }
    }
}

extension TransactionPayload {
    var line: String {
        var words = [productID ?? "", transactionID ?? ""]
        if transactionReason == .renewal { words.append("renewal") }
        if inAppOwnershipType == .familyShared { words.append("shared") }
        if isUpgraded == true { words.append("upgraded") }
        if revocationDate != nil { words.append("revoked") }
        return words.joined(separator: " ")
    }
}

extension SubscriptionStatus {
    fileprivate var word: String {
        switch self {
        case .active: "active"
        case .expired: "expired"
        case .inBillingRetryPeriod: "retry"
        case .inBillingGracePeriod: "grace"
        case .revoked: "revoked"
        default: "unknown"
        }
    }
}

extension SimulatedDevice {
    /// Buys, and returns the transaction that the purchase returned; nil when it waits.
    @discardableResult
    func buy(
        _ productID: String, offer: PurchaseRequest.Offer? = nil, change: (inout PurchaseRequest) -> Void = { _ in }
    ) throws -> TransactionPayload? {
        var request = PurchaseRequest(productID: productID, offer: offer)
        change(&request)
        guard case .purchased(let object) = try purchase(request) else { return nil }
        return try object.transaction
    }

    func list(_ selection: TransactionSelection) throws -> [TransactionPayload] {
        try transactions(selection).transactions.map { try $0.transaction }
    }

    /// Lines such as `pro.monthly 1 renewal`.
    func lines(_ selection: TransactionSelection) throws -> [String] {
        try list(selection).map(\.line)
    }

    var entitlements: [String] {
        get throws { try lines(.currentEntitlements(productID: nil)) }
    }

    /// The account's own subscription in the group.
    func status(group: String = "group") throws -> (state: SubscriptionStatus, info: RenewalInfoPayload)? {
        try subscriptionStatuses(groupID: group).first.map { ($0.state, try $0.renewalInfo.renewalInfo) }
    }
}
