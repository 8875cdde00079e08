import AppStoreData
import AppStoreSimulator
import Foundation

/// The simulated App Store by itself: subscriptions that renew for a year, with nothing signed.
func simulatorRows(_ scale: Scale) async throws -> [Row] {
    let subscribers = scale(10_000)
    var seconds: [Double] = []
    var periods = 0
    for _ in 0..<scale.rounds(3) {
        var machine = try subscribed(subscribers)
        let start = machine.now
        periods = 0
        let cost = await Measure.cost {
            // A day at a time, as a store does that is asked something now and then.
            for day in 1...365 {
                let effects = machine.handle(.timePassed, at: start.adding(days: day))
                for case .transaction in effects { periods += 1 }
            }
        }
        seconds.append(cost.cpu)
    }
    let median = Measure.median(seconds)
    return [
        Row("simulator: subscription periods renewed", Double(periods) / median, "1/s", goal: .atLeast(100_000)),
        Row("simulator: a year of \(subscribers) monthly subscribers", median, "s", goal: .atMost(5)),
    ]
}

private func subscribed(_ count: Int) throws -> StoreMachine {
    let start = Timestamp(rawValue: 1_800_000_000_000)
    var machine = StoreMachine(
        configuration: try .benchmark(), app: AppIdentity(bundleID: "com.example.radio"), seed: 1, now: start)
    for number in 0..<count {
        let device = DeviceID(account: "customer \(number)", name: "phone")
        // Spread over a month, so that not all renew at once.
        let time = start.adding(milliseconds: Int64(number) * 30 * .day / Int64(count))
        _ = machine.handle(.purchase(PurchaseRequest(productID: "monthly"), on: device), at: time)
    }
    return machine
}

extension Timestamp {
    fileprivate func adding(days: Int) -> Timestamp { adding(milliseconds: Int64(days) * .day) }

    fileprivate func adding(milliseconds: Int64) -> Timestamp { Timestamp(rawValue: rawValue + milliseconds) }
}

extension Int64 {
    fileprivate static let day: Int64 = 86_400_000
}

extension StoreConfiguration {
    /// A consumable, `coins`, and a subscription, `monthly`.
    static func benchmark() throws -> StoreConfiguration {
        let json = """
            {
              "products" : [ { "displayPrice" : "0.99", "productID" : "coins", "type" : "Consumable" } ],
              "subscriptionGroups" : [ {
                "id" : "G",
                "subscriptions" : [ {
                  "displayPrice" : "4.99", "groupNumber" : 1, "productID" : "monthly",
                  "recurringSubscriptionPeriod" : "P1M", "type" : "RecurringSubscription"
                } ]
              } ],
              "version" : { "major" : 4, "minor" : 0 }
            }
            """
        return try StoreConfiguration(json: Data(json.utf8), file: "benchmark")
    }
}
