import AppStoreData
import AppStoreSimulator
import Foundation

/// Signs nothing: a payload is its own text, so that tests read what would be signed.
let plainSigner = PayloadSigner(
    sign: { String(decoding: $0, as: UTF8.self) },
    deviceVerification: { nonce, device in Data((nonce.uuidString + device.uuidString).utf8) }
)

extension SignedObject {
    func payload<Payload: Decodable>(_: Payload.Type = Payload.self) throws -> Payload {
        try JSONDecoder().decode(Payload.self, from: Data(jws().utf8))
    }

    var transaction: TransactionPayload {
        get throws { try payload() }
    }

    var renewalInfo: RenewalInfoPayload {
        get throws { try payload() }
    }
}

/// 2026-01-31 12:00:00 UTC.
let start = Date(timeIntervalSince1970: 1_769_860_800)

func makeStore(
    _ configuration: StoreConfiguration = .sample, startingAt start: Date = start, seed: UInt64 = 7
) -> SimulatedAppStore {
    SimulatedAppStore(
        configuration: configuration, app: AppIdentity(bundleID: "com.example.app"),
        clock: .manual(startingAt: start), seed: seed, signer: plainSigner)
}

extension StoreConfiguration {
    /// One of each type, and a group of three levels.
    static let sample = StoreConfiguration(
        products: [
            Product(id: "coins", type: .consumable, price: 0.99),
            Product(id: "lifetime", type: .nonConsumable, price: 49.99, isFamilyShareable: true),
            Product(id: "season", type: .nonRenewing, price: 9.99),
            .subscription("pro.monthly", level: 1, price: 9.99),
            .subscription("pro.yearly", level: 1, price: 99.99, period: SubscriptionPeriod(value: 1, unit: .year)),
            .subscription("plus.monthly", level: 2, price: 4.99),
            .subscription("plus.other", level: 2, price: 5.99),
        ],
        subscriptionGroups: [SubscriptionGroup(id: "group", name: "Membership")])
}

extension StoreConfiguration.Product {
    static func subscription(
        _ id: String, level: Int, price: Decimal,
        period: SubscriptionPeriod = SubscriptionPeriod(value: 1, unit: .month),
        groupID: String = "group", isFamilyShareable: Bool = true,
        change: (inout StoreConfiguration.Subscription) -> Void = { _ in }
    ) -> StoreConfiguration.Product {
        var subscription = StoreConfiguration.Subscription(groupID: groupID, level: level, period: period)
        change(&subscription)
        return StoreConfiguration.Product(
            id: id, type: .autoRenewable, price: price, isFamilyShareable: isFamilyShareable,
            subscription: subscription)
    }
}
