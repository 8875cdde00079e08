internal import AppStoreSimulator

extension Product.SubscriptionInfo {
    /// A subscription's state, with its latest transaction and what will happen at the end of the period.
    public struct Status: Equatable, Hashable {
        public let state: Product.SubscriptionInfo.RenewalState
        public let transaction: VerificationResult<Transaction>
        public let renewalInfo: VerificationResult<Product.SubscriptionInfo.RenewalInfo>
    }
}

extension Product.SubscriptionInfo.Status: Sendable {}
extension Product.SubscriptionInfo.Status.Statuses: Sendable {}

extension Product.SubscriptionInfo.Status {
    /// The statuses of the customer's subscriptions as they change, without an end.
    public struct Statuses: AsyncSequence {
        public typealias Element = Product.SubscriptionInfo.Status

        let place: DevicePlace

        public func makeAsyncIterator() -> Product.SubscriptionInfo.Status.Statuses.AsyncIterator {
            AsyncIterator(reader: BroadcastReader(place: place, of: \.statusChanges))
        }

        public struct AsyncIterator: AsyncIteratorProtocol {
            public typealias Element = Product.SubscriptionInfo.Status.Statuses.Element

            let reader: BroadcastReader<SubscriptionStatusMessage>

            public mutating func next() async -> Product.SubscriptionInfo.Status.Statuses.Element? {
                while let (device, message) = await reader.next() {
                    if let status = device.status(message) { return status }
                }
                return nil
            }
        }
    }

    /// Every change of a status from now on: a purchase, a renewal, a lapse, grace and retry, automatic renewal on and
    /// off, another product for the next period. In a cancelled task it ends.
    public static var updates: Product.SubscriptionInfo.Status.Statuses {
        Statuses(place: .current)
    }

    /// The groups in which the customer has or had a subscription, each once with its statuses, and then an end.
    public static var all: AsyncStream<(groupID: String, statuses: [Product.SubscriptionInfo.Status])> {
        let place = DevicePlace.current
        let groups = SubscribedGroups(place: place)
        return AsyncStream { await groups.next() }
    }
}
