internal import AppStoreSimulator

/// The App Store of one country or region.
public struct Storefront: Identifiable, Sendable {
    public typealias ID = String

    /// ISO 3166-1 alpha-3.
    public let countryCode: String
    /// Apple's number for the storefront, such as "143441".
    public let id: String

    let currencyCode: String?

    init(countryCode: String, id: String, currencyCode: String?) {
        self.countryCode = countryCode
        self.id = id
        self.currencyCode = currencyCode
    }

    init(_ message: StorefrontMessage) {
        self.init(countryCode: message.countryCode, id: message.id, currencyCode: message.currencyCode)
    }
}

extension Storefront {
    /// The currency of the storefront's prices.
    public var currency: Locale.Currency? {
        currencyCode.map { Locale.Currency($0) }
    }

    /// The customer's storefront; nil if the store cannot be asked.
    public static var current: Storefront? {
        get async {
            guard let device = DevicePlace.current.deviceOrReport() else { return nil }
            return (try? await device.connection.storefront()).map(Storefront.init)
        }
    }

    /// Every storefront that the customer changes to from now on. In a cancelled task it ends.
    public static var updates: Storefront.Storefronts {
        Storefronts(place: .current)
    }

    /// Storefronts as the customer changes them, without an end.
    public struct Storefronts: AsyncSequence, Sendable {
        public typealias Element = Storefront

        let place: DevicePlace

        public func makeAsyncIterator() -> Storefront.Storefronts.AsyncIterator {
            AsyncIterator(reader: BroadcastReader(place: place, of: \.storefrontChanges))
        }

        public struct AsyncIterator: AsyncIteratorProtocol {
            public typealias Element = Storefront

            let reader: BroadcastReader<StorefrontMessage>

            public mutating func next() async -> Storefront? {
                await reader.next().map { Storefront($0.1) }
            }
        }
    }
}
