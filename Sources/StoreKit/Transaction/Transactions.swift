internal import AppStoreSimulator

extension Transaction {
    /// Transactions as the store hands them out.
    ///
    /// ``Transaction/updates`` never ends by itself; every other sequence is what the store knew at the first `next()`
    /// and ends after it. In a cancelled task each of them ends at once.
    public struct Transactions: AsyncSequence {
        public typealias Element = VerificationResult<Transaction>

        enum Source {
            case updates
            case list(TransactionSelection)
        }

        let source: Source
        let place: DevicePlace

        public func makeAsyncIterator() -> Transaction.Transactions.AsyncIterator {
            switch source {
            case .updates: AsyncIterator(reader: .updates(TransactionUpdates(place: place)))
            case .list(let selection): AsyncIterator(reader: .list(TransactionListReader(selection, place: place)))
            }
        }

        public struct AsyncIterator: AsyncIteratorProtocol {
            public typealias Element = VerificationResult<Transaction>

            enum Reader {
                case updates(TransactionUpdates)
                case list(TransactionListReader)
            }

            let reader: Reader

            public mutating func next() async -> VerificationResult<Transaction>? {
                switch reader {
                case .updates(let updates): await updates.next()
                case .list(let list): await list.next()
                }
            }
        }
    }
}

extension Transaction.Transactions: Sendable {}

extension Transaction {
    /// Everything the customer has bought: newest first; finished consumables only if the app asks for them in its
    /// Info.plist.
    public static var all: Transaction.Transactions {
        Transactions(source: .list(.all(productID: nil)), place: .current)
    }

    /// What ``all`` has of one product.
    public static func all(for productID: String) -> Transaction.Transactions {
        Transactions(source: .list(.all(productID: productID)), place: .current)
    }

    /// What the customer is entitled to now: each owned non-consumable, the latest transaction of each subscription
    /// that is subscribed or in its grace period, and every non-renewing subscription. Never a consumable, and never
    /// what was refunded or revoked.
    public static var currentEntitlements: Transaction.Transactions {
        Transactions(source: .list(.currentEntitlements(productID: nil)), place: .current)
    }

    /// What ``currentEntitlements`` has of one product.
    public static func currentEntitlements(for productID: String) -> Transaction.Transactions {
        Transactions(source: .list(.currentEntitlements(productID: productID)), place: .current)
    }

    /// The first of ``currentEntitlements(for:)``.
    public static func currentEntitlement(for productID: String) async -> VerificationResult<Transaction>? {
        var entitlements = currentEntitlements(for: productID).makeAsyncIterator()
        return await entitlements.next()
    }

    /// The most recent transaction of a product, which may be revoked or expired.
    public static func latest(for productID: String) async -> VerificationResult<Transaction>? {
        var latest = Transactions(source: .list(.latest(productID: productID)), place: .current).makeAsyncIterator()
        return await latest.next()
    }

    /// The transactions that have not been finished, oldest first.
    public static var unfinished: Transaction.Transactions {
        Transactions(source: .list(.unfinished), place: .current)
    }

    /// The transactions that are created or change outside a purchase call of this app.
    ///
    /// Every iterator first receives each unfinished transaction once, oldest first, and from then on everything that arrives, in the
    /// store's order, whatever other iterators do. A purchase that `purchase(options:)` returned is not sent to the
    /// iterators that were there; left unfinished, it is among what a later iterator begins with. What changed while no
    /// iterator was there waits for the next one. An iterator that begins before the process has a simulated store
    /// waits for one.
    public static var updates: Transaction.Transactions {
        Transactions(source: .updates, place: .current)
    }
}
