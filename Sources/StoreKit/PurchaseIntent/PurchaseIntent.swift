/// A purchase that the customer began in the App Store and the app is to complete.
public struct PurchaseIntent: Equatable, Sendable {
    public let product: Product
    /// The offer that the customer chose with the product.
    public let offer: Product.SubscriptionOffer?
}

extension PurchaseIntent: Identifiable {
    public typealias ID = Product.ID

    public var id: Product.ID {
        product.id
    }
}

extension PurchaseIntent {
    /// Every intent as it comes. One that comes while nobody listens waits for a listener. In a cancelled task the
    /// sequence ends.
    public static var intents: PurchaseIntent.PurchaseIntents {
        PurchaseIntents(place: .current)
    }

    /// Intents as they come, without an end.
    public struct PurchaseIntents: AsyncSequence {
        public typealias Element = PurchaseIntent

        let place: DevicePlace

        public func makeAsyncIterator() -> PurchaseIntent.PurchaseIntents.AsyncIterator {
            AsyncIterator(reader: BroadcastReader(place: place, of: \.purchaseIntents))
        }

        public struct AsyncIterator: AsyncIteratorProtocol {
            public typealias Element = PurchaseIntent.PurchaseIntents.Element

            let reader: BroadcastReader<InstalledDevice.PurchaseIntentMessage>

            public mutating func next() async -> PurchaseIntent.PurchaseIntents.Element? {
                while let (device, message) = await reader.next() {
                    if let intent = await device.purchaseIntent(message) { return intent }
                }
                return nil
            }
        }
    }
}
