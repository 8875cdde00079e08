/// Something that the App Store wants to tell the customer.
///
/// `display(in:)` needs a window scene, so it does not exist here.
public struct Message: Sendable {
    /// What the message is about.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let generic = Reason(rawValue: 0)
        public static let priceIncreaseConsent = Reason(rawValue: 1)
        public static let billingIssue = Reason(rawValue: 2)
        public static let winBackOffer = Reason(rawValue: 3)
    }

    public let reason: Message.Reason
}

extension Message: Equatable {
    public static func == (lhs: Message, rhs: Message) -> Bool {
        lhs.reason == rhs.reason
    }
}

extension Message: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
    }
}

extension Message.Reason {
    public var localizedDescription: String {
        switch self {
        case .generic: "Generic"
        case .priceIncreaseConsent: "Consent to a price increase"
        case .billingIssue: "Billing issue"
        case .winBackOffer: "Win-back offer"
        default: "Reason \(rawValue)"
        }
    }

    /// The reason of this name; generic for a name that is not known.
    init(name: String) {
        self =
            switch name {
            case "priceIncreaseConsent": .priceIncreaseConsent
            case "billingIssue": .billingIssue
            case "winBackOffer": .winBackOffer
            default: .generic
            }
    }
}

extension Message {
    /// Every message as it comes. One that comes while nobody listens waits for a listener. In a cancelled task the
    /// sequence ends.
    public static var messages: Message.Messages {
        Messages(place: .current)
    }

    /// Messages as they come, without an end.
    public struct Messages: AsyncSequence, Sendable {
        public typealias Element = Message

        let place: DevicePlace

        public func makeAsyncIterator() -> Message.Messages.AsyncIterator {
            AsyncIterator(reader: BroadcastReader(place: place, of: \.messages))
        }

        public struct AsyncIterator: AsyncIteratorProtocol {
            public typealias Element = Message.Messages.Element

            let reader: BroadcastReader<Message>

            public mutating func next() async -> Message.Messages.Element? {
                await reader.next()?.1
            }
        }
    }
}
