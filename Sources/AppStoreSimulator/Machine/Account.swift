import AppStoreData
import Foundation

/// A customer of the App Store.
struct Account: Hashable, Sendable, Codable {
    let name: String
    var family: String?
    var devices: [String: Device] = [:]

    struct Device: Hashable, Sendable, Codable {
        let connected: Timestamp
    }
}

/// What follows from the transactions and subscriptions of one account, kept so that no question searches them all.
struct AccountIndex: Hashable, Sendable {
    /// Every transaction, by purchase date.
    private(set) var history: [Entry] = []
    private(set) var historyByProduct: [String: [Entry]] = [:]
    private(set) var unfinished = UnfinishedList()
    /// Non-consumables and non-renewing subscriptions, in the order of their making.
    private(set) var lasting: [UInt64] = []
    /// The places of the account's subscriptions.
    var subscriptions: [Int] = []
    /// The groups in which an introductory offer was used.
    private(set) var introductoryOffersUsed: Set<String> = []

    struct Entry: Hashable, Comparable, Sendable {
        let purchaseDate: Timestamp
        let id: UInt64

        static func < (lhs: Entry, rhs: Entry) -> Bool {
            (lhs.purchaseDate, lhs.id) < (rhs.purchaseDate, rhs.id)
        }
    }

    mutating func add(_ transaction: TransactionRecord) {
        let entry = Entry(purchaseDate: transaction.purchaseDate, id: transaction.id)
        history.insertInOrder(entry)
        historyByProduct[transaction.productID, default: []].insertInOrder(entry)
        if !transaction.isFinished {
            unfinished.add(transaction.id)
        }
        if transaction.type == .nonConsumable || transaction.type == .nonRenewing {
            lasting.insertInOrder(transaction.id)
        }
        if let groupID = transaction.groupID, transaction.offer?.type == .introductory {
            introductoryOffersUsed.insert(groupID)
        }
    }

    /// As if it had been built from what there is now.
    func withoutFinished(_ isFinished: (UInt64) -> Bool) -> AccountIndex {
        var index = self
        index.unfinished.removeFinished(isFinished)
        return index
    }

    /// To be called after one of the transactions was finished.
    mutating func finishOne(isFinished: (UInt64) -> Bool) {
        unfinished.finishOne(isFinished: isFinished)
    }
}

/// Which transactions were not finished yet, oldest first.
///
/// A finished one stays in the list until half of it is finished, so that finishing costs the same however many wait.
struct UnfinishedList: Hashable, Sendable {
    private(set) var candidates: [UInt64] = []
    private(set) var count = 0

    mutating func add(_ id: UInt64) {
        candidates.insertInOrder(id)
        count += 1
    }

    /// To be called after a transaction in the list was finished.
    mutating func finishOne(isFinished: (UInt64) -> Bool) {
        count -= 1
        if candidates.count > 2 * count + 32 {
            removeFinished(isFinished)
        }
    }

    mutating func removeFinished(_ isFinished: (UInt64) -> Bool) {
        candidates.removeAll(where: isFinished)
    }
}

extension Array where Element: Comparable {
    /// Keeps the array in order. Elements mostly come in order; a purchase that waited comes later than its identifier.
    fileprivate mutating func insertInOrder(_ element: Element) {
        guard let last, element < last else { return append(element) }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < element {
                low = middle + 1
            } else {
                high = middle
            }
        }
        insert(element, at: low)
    }
}
